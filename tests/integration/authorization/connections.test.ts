import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "@/lib/generated/prisma/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { discoverRoutes } from "../../authorization/routes";
import { createAccount } from "../../setup/fixtures";
import { signInAs } from "../../setup/signed-in";

const MEBIBYTE = 1024 * 1024;
const root = path.resolve(import.meta.dirname, "../../..");

const calls = discoverRoutes(path.join(root, "app")).flatMap(({ route, methods, on }) =>
  methods.filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method)).map((method) => ({ route, method, on })),
);

const bodies = {
  malformed: Buffer.from(`{"files":[${"x".repeat(2 * MEBIBYTE)}`),
  "nested too deep": Buffer.from("[".repeat(MEBIBYTE)),
  oversized: Buffer.from(JSON.stringify({ email: "x".repeat(5 * MEBIBYTE) })),
};

let product: RunningProduct;
let superadmin: Account;

beforeAll(async () => {
  product = await startProduct();
  superadmin = await createAccount("superadmin");
});
afterAll(() => product.close());

it.each(calls)(
  "$method $route answers a bad body, and then the next request on the same connection",
  async ({ route, method, on }) => {
    // The agent has one connection: the next request hangs when the body before it is not read to its end.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const address = route.replace(/\[[^\]]+\]/g, () => randomUUID());
    for (const [kind, body] of Object.entries(bodies)) {
      // Some of the calls end sessions.
      const { bearer } = await signInAs(superadmin);
      const headers = { ...bearer, "content-type": "application/json" };
      const { status, connection } = await product.ask(address, { method, headers, body, on, agent });
      expect([kind, status >= 200 && status < 500]).toEqual([kind, true]);
      expect(await product.ask(on ? "/healthz" : "/api/health", { on, agent })).toMatchObject({ status: 200, connection });
    }
    agent.destroy();
  },
  20_000,
);

it("POST /process-tus-upload answers 400 to 2 MB of malformed JSON, and 200 to the next request on the same connection", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { ...(await signInAs(superadmin)).bearer, "content-type": "application/json" };
  const refused = await product.ask("/process-tus-upload", { method: "POST", headers, body: bodies.malformed, agent });
  expect([refused.status, refused.headers.connection]).toEqual([400, "keep-alive"]);
  const { connection } = refused;
  expect(await product.ask("/api/auth/me", { headers, agent })).toMatchObject({ status: 200, connection });
  agent.destroy();
});
