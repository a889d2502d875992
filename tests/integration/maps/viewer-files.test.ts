import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type MapServers, startMapServers } from "./map-server";

const hash = "5ea".padEnd(64, "0");
const text = "export const viewer = 'ü';".repeat(50);

const basemap = "ba5e".padEnd(64, "0");
const tiles = "PMTiles and tiles";

let servers: MapServers;
beforeAll(async () => {
  servers = await startMapServers();
  await db().viewerFile.create({ data: { hash, name: "viewer.js", content: gzipSync(text) } });
  await db().viewerFile.create({ data: { hash: basemap, name: "world.pmtiles", content: Buffer.from(tiles) } });
});
afterAll(() => servers.close());

describe("GET /viewer/<hash>/<name>", () => {
  it("returns a file of a release without a cookie, and lets browsers keep it for ever", async () => {
    const { status, headers, body } = await servers.ask(`/viewer/${hash}/viewer.js`);
    expect(status).toBe(200);
    expect(body.toString()).toBe(text);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  it("returns it compressed to clients that accept gzip", async () => {
    const { headers, body } = await servers.ask(`/viewer/${hash}/viewer.js`, { headers: { "Accept-Encoding": "gzip" } });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(body).toString()).toBe(text);
  });

  it.each([
    `/viewer/${hash}/other.js`,
    `/viewer/${"1".repeat(64)}/viewer.js`,
    "/viewer/latest/viewer.js",
    `/viewer/${hash}/..%2fviewer.js`,
    `/viewer/${hash}/`,
  ])("returns 404 for %s", async (address) => {
    expect((await servers.ask(address)).status).toBe(404);
  });
});

describe("GET /viewer/<hash>/world.pmtiles", () => {
  const address = `/viewer/${basemap}/world.pmtiles`;

  it("returns the part that a Range header names, and lets browsers keep it for ever", async () => {
    const { status, headers, body } = await servers.ask(address, { headers: { Range: "bytes=3-7", "Accept-Encoding": "gzip" } });
    expect([status, body.toString()]).toEqual([206, "iles "]);
    expect(headers["content-range"]).toBe(`bytes 3-7/${tiles.length}`);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("application/vnd.pmtiles");
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it("returns all of it without a Range header", async () => {
    const { status, headers, body } = await servers.ask(address);
    expect([status, body.toString(), headers["accept-ranges"]]).toEqual([200, tiles, "bytes"]);
  });

  it("returns 416 for a range past the end", async () => {
    const { status, headers } = await servers.ask(address, { headers: { Range: "bytes=100-" } });
    expect([status, headers["content-range"]]).toEqual([416, `bytes */${tiles.length}`]);
  });
});
