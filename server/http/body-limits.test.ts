import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { AppError } from "../../lib/errors";
import { limitBytes, readChunks } from "./body-limits";
import { runHandler } from "./handler";

const MEBIBYTE = 1024 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer((asked, response) => {
  void runHandler(
    async () => {
      if (asked.method === "GET") return void response.end("next");
      const body = limitBytes(readChunks(asked, new AbortController().signal), MEBIBYTE, () => new AppError("too_large", "Too much."));
      for await (const _chunk of body) if (asked.url === "/malformed") throw new AppError("bad_request", "Not a list.");
    },
    asked,
    response,
  );
});

afterEach(() => {
  agent.destroy();
  server.close();
});

async function ask(method: string, path: string, body?: Buffer): Promise<{ status: number; answer: string; socket: unknown }> {
  const asked = request({ agent, port: (server.address() as AddressInfo).port, method, path, timeout: 60_000 });
  asked.once("timeout", () => asked.destroy(new Error("No answer.")));
  asked.end(body);
  const [response] = await once(asked, "response");
  return { status: response.statusCode, answer: await text(response), socket: asked.socket };
}

it("readChunks leaves the connection usable when a body is rejected before its end", async () => {
  server.listen(0);
  for (const [path, status] of [
    ["/malformed", 400],
    ["/long", 413],
  ] as const) {
    const refused = await ask("POST", path, Buffer.alloc(2 * MEBIBYTE));
    expect(refused.status).toBe(status);
    expect(await ask("GET", "/")).toEqual({ status: 200, answer: "next", socket: refused.socket });
  }
});
