import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { RefusalLog } from "@/lib/audit/refusals/refusal-log";
import { db, pool } from "@/lib/db/client";
import { auditExport } from "@/server/downloads/audit-export";
import { observeRequests } from "@/server/observe/requests";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

/** The real HTTP server with a route for superadmins only. */
const server = new HttpServer();
const refusals = new RefusalLog();
let origin: string;
beforeAll(async () => {
  const noPages = () => Promise.reject(new Error("no page is asked for"));
  const findRoute = () => ({ pattern: "/api/audit/export", kind: "call" }) as const;
  const onRefused = refusals.note.bind(refusals);
  await server.listen(0, observeRequests(dispatch([auditExport], noPages), findRoute, { followsRequests: true, onRefused }));
  origin = `http://localhost:${(server.node.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** Runs a function instead of each query that contains a text. */
function insteadOf(text: string, run: (send: () => Promise<unknown>) => Promise<unknown>): void {
  const send = pool().query.bind(pool()) as (...parameters: unknown[]) => Promise<unknown>;
  vi.spyOn(pool(), "query").mockImplementation(((...parameters: unknown[]) => {
    const again = () => send(...parameters);
    return JSON.stringify(parameters[0]).includes(text) ? run(again) : again();
  }) as never);
}

const statusFor = async ({ bearer }: SignedIn) => (await fetch(`${origin}/api/audit/export`, { headers: bearer })).status;
const countOf = ({ account }: SignedIn) => db().auditEvent.count({ where: { actorId: account.id, action: "access.refused" } });

it("a refused request is answered while the database accepts no events, and its event is written later", async () => {
  const [user, admin] = [await signedIn("user"), await signedIn("admin")];
  const database = new EventEmitter();
  insteadOf("INSERT INTO", async (send) => {
    await once(database, "back");
    return send();
  });
  expect(await statusFor(user)).toBe(403);
  expect(await statusFor(admin)).toBe(403);
  expect(await countOf(user)).toBe(0);
  vi.restoreAllMocks();
  database.emit("back");
  await until("both events are written", async () => (await countOf(user)) + (await countOf(admin)) === 2);
});

it("a refused request is answered when its event cannot be written, and counted in the next one", async () => {
  const user = await signedIn("user");
  insteadOf("INSERT INTO", () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })));
  for (let round = 0; round < 3; round += 1) expect(await statusFor(user)).toBe(403);
  expect(await countOf(user)).toBe(0);
  vi.restoreAllMocks();
  await refusals.close();
  const [event] = await db().auditEvent.findMany({ where: { actorId: user.account.id } });
  expect(event).toMatchObject({ action: "access.refused", details: { repeats: 3 } });
});

it("a request is recorded with its address when the client does not wait for the refusal", async () => {
  const user = await signedIn("user");
  const client = new EventEmitter();
  insteadOf("sessions:find", async (send) => {
    await once(client, "gone");
    return send();
  });
  const countConnections = promisify(server.node.getConnections.bind(server.node));
  const before = await countConnections();
  const sent = request(`${origin}/api/audit/export`, { headers: user.bearer, agent: false }).on("error", () => undefined);
  sent.end();
  await until("the request has arrived", async () => (await countConnections()) > before);
  await until("the session is queried", () => client.listenerCount("gone") > 0);
  sent.destroy();
  await until("the server sees the disconnect", async () => (await countConnections()) <= before);
  client.emit("gone");
  await until("the event is written", async () => (await countOf(user)) === 1);
  const event = await db().auditEvent.findFirstOrThrow({ where: { actorId: user.account.id } });
  expect(event).toMatchObject({ address: expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/) });
});
