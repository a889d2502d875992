import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type MapServers, startMapServers } from "./map-server";

const hash = "5ea".padEnd(64, "0");
const text = "export const viewer = 'ü';".repeat(50);

let servers: MapServers;
beforeAll(async () => {
  servers = await startMapServers();
  await db().viewerFile.create({ data: { hash, name: "viewer.js", content: gzipSync(text) } });
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
