import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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

const asRequest = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>) => Readable.from(chunks) as unknown as IncomingMessage;

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

it("readChunks keeps no chunk that was read", async () => {
  const refs: WeakRef<Buffer>[] = [];
  function* body(): Generator<Buffer> {
    for (let index = 0; index < 200; index += 1) {
      const chunk = Buffer.alloc(64 * 1024);
      refs.push(new WeakRef(chunk));
      yield chunk;
    }
  }
  let read = 0;
  let alive = 0;
  for await (const chunk of readChunks(asRequest(body()), new AbortController().signal)) {
    read += chunk.length > 0 ? 1 : 0;
    if (read !== 150) continue;
    await turn();
    collectGarbage();
    alive = refs.slice(0, 100).filter((ref) => ref.deref() !== undefined).length;
  }
  expect([read, alive]).toEqual([200, 0]);
});

it("readChunks throws the reason of the signal while no chunk comes", async () => {
  const ending = new AbortController();
  const silent = asRequest(
    (async function* () {
      yield Buffer.from("first");
      await new Promise(() => undefined);
    })(),
  );
  const chunks = readChunks(silent, ending.signal);
  expect((await chunks.next()).value).toEqual(Buffer.from("first"));
  const next = chunks.next();
  ending.abort(new Error("too slow"));
  await expect(next).rejects.toThrow("too slow");
});
