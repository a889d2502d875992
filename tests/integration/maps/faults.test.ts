import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { signedIn } from "../../setup/signed-in";
import { cutStored } from "../../setup/stored-objects";
import { type CuttableLine, cuttableDatabase } from "./cuttable-line";
import { cookieFor, type MapServers, navigation, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishMap } from "./map-site";

/** The streams that the store has opened. */
const opened: Readable[] = [];

const big = randomBytes(8 * 1024 * 1024);
const half = Buffer.concat([big, Buffer.alloc(8 * 1024 * 1024)]);
const text = "All rivers run into the sea.\n".repeat(1_000);

let line: CuttableLine;
let servers: MapServers;
let map: PublishedMap;
let cookie: string;
let base: string;

beforeAll(async () => {
  line = await cuttableDatabase();
  const store = blobStore();
  const read = store.read.bind(store);
  vi.spyOn(store, "read").mockImplementation(async (...asked) => {
    const stream = await read(...asked);
    opened.push(stream);
    return stream;
  });
  servers = await startMapServers({ store });
  map = await publishMap({
    "index.html": "<h1>harbour</h1>",
    "a.txt": text,
    "b.txt": text,
    "big.bin": big,
    "half.dat": half,
    "big.txt": Buffer.alloc(8 * 1024 * 1024, text),
  });
  cookie = cookieFor(rightOf(await signedIn("admin"), map.project));
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(async () => {
  await servers.close();
});

function ask(name: string, headers: Record<string, string> = {}) {
  return servers.ask(`${base}${name}`, { headers: { ...subresource, cookie, ...headers } });
}

describe("a client that disconnects", () => {
  it.each([
    ["a stored file", "big.bin", {}],
    ["a file that is being inflated", "big.txt", {}],
    ["a file that travels as gzip", "half.dat", { "accept-encoding": "gzip" }],
    ["a range", "big.bin", { range: "bytes=1000-7000000" }],
  ])("makes the maps process close the blob: %s", async (_, name, headers) => {
    const before = opened.length;
    const socket = connect(servers.mapsPort, "127.0.0.1");
    const lines = Object.entries({ host: "maps", cookie, ...headers }).map(([field, value]) => `${field}: ${value}`);
    socket.write(`GET ${base}${name} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    socket.destroy();
    await expect.poll(() => opened.slice(before).map((stream) => stream.destroyed)).not.toContain(false);
    expect(opened.length).toBeGreaterThan(before);
  });
});

describe("an unavailable database", () => {
  it("lets cached files be served for half a minute, and makes the rest return 503 until it is back", async () => {
    expect((await ask("a.txt")).status).toBe(200);
    await line.cut();
    const kept = await ask("a.txt");
    expect([kept.status, kept.body.toString()]).toEqual([200, text]);
    const unknown = await ask("b.txt");
    expect([unknown.status, unknown.headers["retry-after"], unknown.headers["cache-control"]]).toEqual([503, "5", "no-store"]);
    const page = await ask("b.html", navigation);
    expect([page.status, page.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    expect(page.body.toString()).toContain("<h1>Not available right now</h1>");
    servers.wait(30);
    expect((await ask("a.txt")).status).toBe(503);
    expect((await ask("a.txt", { cookie: "" })).status).toBe(404);
    expect((await servers.ask("/healthz")).body.toString()).toBe("ok\n");
    await line.open();
    await expect.poll(async () => (await ask("b.txt")).status).toBe(200);
    expect((await ask("a.txt")).status).toBe(200);
  });
});

describe("a blob that differs from its row", () => {
  /** Reads until the connection ends. */
  async function readRaw(name: string): Promise<{ head: string; body: Buffer }> {
    const socket = connect(servers.mapsPort, "127.0.0.1");
    socket.write(`GET ${base}${name} HTTP/1.1\r\nhost: maps\r\ncookie: ${cookie}\r\n\r\n`);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    const all = Buffer.concat(chunks);
    const end = all.indexOf("\r\n\r\n");
    return { head: all.subarray(0, end).toString(), body: all.subarray(end + 4) };
  }

  it("cuts the connection when the blob is too short, instead of ending a short body", async () => {
    await cutStored(map.blobKey, 4 * 1024 * 1024);
    const { head, body } = await readRaw("big.bin");
    expect(head).toMatch(/^HTTP\/1.1 200 OK/);
    expect(head).toContain(`Content-Length: ${big.length}`);
    expect(body.length).toBeLessThan(big.length);
  });

  async function expectPlainErrors(): Promise<void> {
    for (const name of ["a.txt", "index.html", "big.bin", "big.txt"]) {
      const answer = await ask(name);
      expect([name, answer.status, answer.body.toString()]).toEqual([name, 500, "Something went wrong\n"]);
      expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-request-id": expect.any(String) });
      expect(answer.headers.etag ?? answer.headers["content-encoding"] ?? answer.headers["last-modified"]).toBeUndefined();
    }
  }

  it("returns 500 before the first byte when the blob is cut short", async () => {
    await cutStored(map.blobKey, 10);
    await expectPlainErrors();
  });

  it("returns 500 before the first byte when the blob is missing", async () => {
    await blobStore().delete(map.blobKey);
    await expectPlainErrors();
  });

  it("still answers conditional requests, which need none of its bytes", async () => {
    const { etag = "" } = (await servers.ask(`${base}a.txt`, { method: "HEAD", headers: { cookie } })).headers;
    expect((await ask("a.txt", { "if-none-match": etag })).status).toBe(304);
  });
});
