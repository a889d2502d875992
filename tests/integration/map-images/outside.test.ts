import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPublicAddress, Outside, type OutsideRules, resolveHost } from "@/lib/maps/images/render/outside";

/** 127.0.0.1 simulates the public internet, 127.0.0.2 the operator's network. Both use the same port. */
let server: Server;
let port: string;
const requests: string[] = [];
let rules: OutsideRules;

const LARGE = Buffer.alloc(9 * 1024 * 1024);

function answer({ url = "", headers, method }: IncomingMessage, response: ServerResponse): void {
  requests.push(`${method} ${headers.host}${url}`);
  if (url.startsWith("/to/")) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end();
  else if (url === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (url === "/large") response.writeHead(200).end(LARGE);
  else if (url === "/bomb") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(LARGE));
  else if (url === "/silent") response.writeHead(200).write("a");
  else response.writeHead(200, { "content-type": "text/plain", "set-cookie": "a=b", "x-other": "1" }).end(JSON.stringify(headers));
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  port = String((server.address() as AddressInfo).port);
  const names: Record<string, string> = { "tiles.test": "127.0.0.1", "inner.test": "127.0.0.2" };
  rules = {
    resolve: (hostname) => Promise.resolve([{ address: names[hostname] ?? "192.0.2.1", family: 4 }]),
    isAllowed: (address) => address === "127.0.0.1",
    ports: [port],
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function get(url: string, given: { rules?: OutsideRules; isCrossOrigin?: boolean; signal?: AbortSignal } = {}) {
  const outside = new Outside("http://localhost:3001", given.rules ?? rules);
  try {
    const request = { url: new URL(url), range: undefined, isCrossOrigin: given.isCrossOrigin ?? false };
    return await outside.get(request, given.signal ?? new AbortController().signal);
  } finally {
    await outside.close();
  }
}

describe("Outside.get", () => {
  it("fetches from public hosts and identifies itself", async () => {
    const { status, headers, body } = await get(`http://tiles.test:${port}/1/2/3.png?key=x`, { isCrossOrigin: true });
    expect([status, headers]).toEqual([200, { "content-type": "text/plain" }]);
    const sent = JSON.parse(body.toString()) as Record<string, string>;
    expect(sent).toMatchObject({ referer: "http://localhost:3001/", origin: "http://localhost:3001" });
    expect(sent["user-agent"]).toContain("Sea-Vision");
    expect(sent["cookie"]).toBeUndefined();
  });

  it("follows redirects", async () => {
    const { url } = await get(`http://tiles.test:${port}/to/%2Fend`);
    expect(url.pathname).toBe("/end");
  });

  it.each([
    ["by name", () => `http://inner.test:${port}/`],
    ["by number", () => `http://127.0.0.2:${port}/`],
    ["by a hexadecimal number", () => `http://0x7f.2:${port}/`],
    ["by a single number", () => `http://2130706434:${port}/`],
    ["by an IPv4-mapped address", () => `http://[::ffff:127.0.0.2]:${port}/`],
    ["behind a redirect, by name", () => `http://tiles.test:${port}/to/${encodeURIComponent(`http://inner.test:${port}/`)}`],
    ["behind a redirect, by number", () => `http://tiles.test:${port}/to/${encodeURIComponent(`http://127.0.0.2:${port}/`)}`],
    [
      "behind a redirect, by IPv4-mapped address",
      () => `http://tiles.test:${port}/to/${encodeURIComponent(`http://[::ffff:7f00:2]:${port}/`)}`,
    ],
  ])("does not connect to the operator's network %s", async (_, url) => {
    requests.length = 0;
    await expect(get(url())).rejects.toThrow();
    expect(requests.filter((one) => !one.includes("tiles.test"))).toEqual([]);
  });

  it.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.1.2.3/",
    "https://192.168.1.1/",
    "http://8.8.8.8:8080/",
    "https://example.com:5432/",
    "ftp://8.8.8.8/",
    "file:///etc/passwd",
    "http://user:secret@8.8.8.8/",
  ])("rejects %s", async (url) => {
    const open = { resolve: resolveHost, isAllowed: isPublicAddress, ports: ["80", "443"] };
    const refusal = await get(url, { rules: open }).catch((error: unknown) => error);
    const reasons = [refusal, refusal instanceof Error ? refusal.cause : null].map((one) => (one instanceof Error ? one.name : ""));
    expect(reasons).toContain("AddressRefusedError");
  });

  it("resolves the host name for every connection and connects to the resolved address", async () => {
    const answers = ["127.0.0.1", "127.0.0.2"];
    const rebinding = { ...rules, resolve: () => Promise.resolve([{ address: answers.shift() ?? "127.0.0.2", family: 4 }]) };
    expect((await get(`http://rebinding.test:${port}/`, { rules: rebinding })).status).toBe(200);
    await expect(get(`http://rebinding.test:${port}/`, { rules: rebinding })).rejects.toThrow();
  });

  it.each(["/large", "/bomb", "/loop"])("rejects too much data or too many redirects from %s", async (path) => {
    await expect(get(`http://tiles.test:${port}${path}`)).rejects.toThrow(/too/);
  });

  it("rejects when the signal is aborted", async () => {
    const ended = new AbortController();
    const got = get(`http://tiles.test:${port}/silent`, { signal: ended.signal });
    ended.abort();
    await expect(got).rejects.toThrow();
  });
});
