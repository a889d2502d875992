import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip as gunzipCallback, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { signedIn } from "../../setup/signed-in";
import { type Answer, cookieFor, type MapServers, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishMap, type SiteFiles } from "./map-site";

const gunzip = promisify(gunzipCallback);

const tile = Buffer.from("a vector tile, as its layers and features are written ".repeat(60));
const files: SiteFiles = {
  "app.js": "export const sea = true;\n".repeat(400),
  "long.geojson": `{"type":"FeatureCollection","features":[${"0,".repeat(700_000)}0]}`,
  "noise.txt": Buffer.concat([randomBytes(400_000), Buffer.alloc(400_000)]),
  "empty.js": "",
  "photo.tif": Buffer.alloc(50_000, "tif"),
  "film.mp4": Buffer.alloc(50_000, "mp4"),
  "world.pmtiles": Buffer.alloc(50_000, "pmtiles"),
  "plain.pbf": tile,
  "gzipped.pbf": gzipSync(tile),
  "gzipped.mvt": gzipSync(tile),
  "gzipped.terrain": gzipSync(tile),
  "gzipped.bin": gzipSync(tile),
  "gzipped.tgz": gzipSync(tile),
  "short.pbf": "\u001f",
  "broken.pbf": gzipSync(tile).subarray(0, 40),
};

let servers: MapServers;
let map: PublishedMap;
let stored: PublishedMap;
let cookies: Map<PublishedMap, string>;

beforeAll(async () => {
  servers = await startMapServers();
  [map, stored] = await Promise.all([publishMap(files), publishMap(files, ["-0"])]);
  const admin = await signedIn("admin");
  cookies = new Map([map, stored].map((one) => [one, cookieFor(rightOf(admin, one.project))]));
});
afterAll(() => servers.close());

function ask(name: string, headers: Record<string, string> = {}, site = map): Promise<Answer> {
  const path = `/projects/maps/${site.project.safeName}/${name}`;
  return servers.ask(path, { headers: { ...subresource, cookie: cookies.get(site) ?? "", ...headers } });
}

const browser = { "accept-encoding": "gzip, deflate, br, zstd" };

function bytesOf(name: string): Buffer {
  return Buffer.from(files[name] ?? "");
}

describe("a deflated file", () => {
  it.each(["app.js", "long.geojson", "noise.txt"])("is sent as gzip without being inflated: %s", async (name) => {
    const answer = await ask(name, browser);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(answer.headers["accept-ranges"]).toBeUndefined();
    const entry = await db().entry.findFirstOrThrow({ where: { treeId: map.treeId, name } });
    expect(answer.headers["content-length"]).toBe(String(Number(entry.storedSize) + 18));
    expect(answer.body.length).toBe(Number(entry.storedSize) + 18);
    // Node's gunzip checks size and checksum in the trailer.
    expect((await gunzip(answer.body)).equals(bytesOf(name))).toBe(true);
  });

  it.each(["identity", "br", "gzip;q=0", ""])("is sent inflated to a client that does not accept gzip: %j", async (accepted) => {
    const answer = await ask("app.js", accepted === "" ? {} : { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(answer.body.equals(bytesOf("app.js"))).toBe(true);
  });

  it("has an entity tag for each encoding, and returns 304 for the matching one only", async () => {
    const [gzip, plain] = await Promise.all([ask("app.js", browser), ask("app.js")]);
    expect(gzip.headers.etag).not.toBe(plain.headers.etag);
    const status = async (etag = "", headers = {}) => (await ask("app.js", { "if-none-match": etag, ...headers })).status;
    expect(await status(gzip.headers.etag, browser)).toBe(304);
    expect(await status(plain.headers.etag)).toBe(304);
    expect(await status(plain.headers.etag, browser)).toBe(200);
    expect(await status(gzip.headers.etag)).toBe(200);
  });

  it("is sent inflated when its checksum is unknown", async () => {
    const { project, treeId } = await publishMap({ "app.js": bytesOf("app.js") });
    await db().entry.updateMany({ where: { treeId }, data: { crc32: null } });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const answer = await servers.ask(`/projects/maps/${project.safeName}/app.js`, { headers: { ...browser, cookie: holder } });
    expect([answer.headers["content-encoding"], answer.body.equals(bytesOf("app.js"))]).toEqual([undefined, true]);
  });

  it.each(["photo.tif", "film.mp4", "world.pmtiles"])("keeps its own length when clients read it in ranges: %s", async (name) => {
    const answer = await ask(name, browser);
    expect(answer.headers).toMatchObject({ "accept-ranges": "bytes", "content-length": "50000" });
    expect(answer.headers["content-encoding"] ?? answer.headers.vary).toBeUndefined();
  });
});

it("is sent unchanged to all clients when the archive stores it", async () => {
  const answer = await ask("app.js", browser, stored);
  expect([answer.headers["content-encoding"], answer.headers.vary]).toEqual([undefined, undefined]);
  expect(answer.body.equals(bytesOf("app.js"))).toBe(true);
});

it("is sent in any encoding when it is empty", async () => {
  for (const site of [map, stored]) {
    const answer = await ask("empty.js", browser, site);
    expect([answer.status, answer.headers["content-length"], answer.body.length]).toEqual([200, "0", 0]);
  }
});

describe.each([
  ["deflated", () => map],
  ["stored", () => stored],
])("a tile that its exporter compressed, %s in the archive,", (_, site) => {
  it.each(["gzipped.pbf", "gzipped.mvt", "gzipped.terrain", "gzipped.bin"])(
    "is sent to a browser with a gzip encoding: %s",
    async (name) => {
      const answer = await ask(name, browser, site());
      expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(answer.body.equals(bytesOf(name))).toBe(true);
      expect((await gunzip(answer.body)).equals(tile)).toBe(true);
      const again = await ask(name, { ...browser, "if-none-match": answer.headers.etag ?? "" }, site());
      expect(again.status).toBe(304);
    },
  );

  it("is sent unpacked to a client that does not accept gzip", async () => {
    const answer = await ask("gzipped.pbf", {}, site());
    expect([answer.headers["content-encoding"], answer.headers.vary]).toEqual([undefined, "Accept-Encoding"]);
    expect(answer.body.equals(tile)).toBe(true);
    expect(answer.headers.etag).not.toBe((await ask("gzipped.pbf", browser, site())).headers.etag);
  });

  it("is sent as uploaded when it can't be unpacked", async () => {
    const answer = await ask("broken.pbf");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.body).toEqual(bytesOf("broken.pbf"));
  });

  it.each(["plain.pbf", "gzipped.tgz", "short.pbf"])("is distinguished from other files: %s", async (name) => {
    const plain = await ask(name, {}, site());
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.equals(bytesOf(name))).toBe(true);
    const { headers, body } = await ask(name, browser, site());
    const seen = headers["content-encoding"] === "gzip" ? await gunzip(body) : body;
    expect(seen.equals(bytesOf(name))).toBe(true);
  });
});
