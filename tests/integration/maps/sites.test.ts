import { randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { craftZip } from "../../setup/craft-zip";
import { signedIn } from "../../setup/signed-in";
import { start, uploadZip, work } from "../imports/publish-zip";
import { type Answer, cookieFor, type MapServers, navigation, rightOf, startMapServers, subresource } from "./map-server";

/** Sites as authors and tools make them. They are published as ZIPs, and opened as a browser opens them. */
let servers: MapServers;
let admin: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  servers = await startMapServers();
  admin = await signedIn("admin");
});
afterAll(() => servers.close());

type Site = Record<string, string | Buffer>;

interface Opened {
  id: string;
  base: string;
  /** Follows redirects. @returns the last answer and its path in the map */
  open(path?: string): Promise<{ status: number; text: string; path: string }>;
  ask(path: string, call?: { method?: string; headers?: Record<string, string> }): Promise<Answer>;
}

async function publishSite(files: Site, startPage?: string): Promise<Opened> {
  const archive = craftZip(Object.entries(files).map(([name, data]) => ({ name, method: 8, data: Buffer.from(data) })));
  const target = { kind: "new", projectName: `Site ${randomUUID()}`, description: "", startPage } as const;
  const { importId, safeName } = await start(await uploadZip(archive), target);
  expect(await work(importId), (await db().import.findUniqueOrThrow({ where: { id: importId } })).error ?? "").toBe("complete");
  const project = await db().project.findUniqueOrThrow({ where: { safeName } });
  const cookie = cookieFor(rightOf(admin, project));
  const base = `/projects/maps/${safeName}/`;
  const ask: Opened["ask"] = (path, { method, headers } = {}) =>
    servers.ask(base + path, { ...(method && { method }), headers: { ...subresource, cookie, ...headers } });
  const open: Opened["open"] = async (path = "") => {
    const answer = await ask(path, { headers: navigation });
    if (answer.status !== 302) return { status: answer.status, text: answer.body.toString(), path };
    return open((answer.headers.location ?? "").slice(base.length));
  };
  return { id: project.id, base, ask, open };
}

const page = (text: string) => `<!doctype html><p>${text}</p>`;
const shell = "const sea = true;";
const points = JSON.stringify({
  type: "FeatureCollection",
  features: [{ type: "Feature", geometry: { type: "Point", coordinates: [9.99, 53.55] }, properties: {} }],
});

describe("a site without index.html at the top", () => {
  it.each<[string, Site, string]>([
    ["its only page", { "my_map.html": page("map") }, "my_map.html"],
    ["index.htm of a wrapping folder", { "export/index.htm": page("map"), "export/data.js": shell }, ""],
    ["an index in other case", { "Index.HTML": page("map"), "about.html": page("about") }, "Index.HTML"],
    [
      "the index of the folder next to a readme",
      { "site/index.html": page("map"), "site/data.js": shell, "readme.txt": "x" },
      "site/index.html",
    ],
    [
      "the index of a folder next to the project's other files",
      { "dist/index.html": page("map"), "package.json": "{}", "src/main.js": shell },
      "dist/index.html",
    ],
    ["the index two folders deep", { "a/b/index.html": page("map"), "a/b/data.js": shell }, "a/b/index.html"],
    [
      "leaflet.html of gdal2tiles",
      { "googlemaps.html": page("other"), "leaflet.html": page("map"), "openlayers.html": page("other") },
      "leaflet.html",
    ],
    [
      "the page of an R export next to its readme",
      { "readme.html": page("readme"), "seaport.html": page("map"), "seaport_files/a.js": shell },
      "seaport.html",
    ],
    ["a page with characters that addresses encode", { "my map #1 é.html": page("map") }, "my%20map%20%231%20%C3%A9.html"],
    ["a page next to map data", { "harbour.html": page("map"), "points.geojson": points }, "harbour.html"],
    ["a sole readme", { "readme.html": page("map") }, "readme.html"],
  ])("opens with %s", async (_what, files, path) => {
    const site = await publishSite(files);
    expect(await site.open()).toEqual({ status: 200, text: page("map"), path });
    expect(await servers.askApp(site.base, { headers: { ...admin.browser, ...navigation } })).toMatchObject({ status: 302 });
  });

  it("opens with the page that the upload names, and keeps it when its map is replaced", async () => {
    const files = { "leaflet.html": page("leaflet"), "openlayers.html": page("openlayers") };
    const site = await publishSite(files, "openlayers.html");
    expect(await site.open("?lang=en")).toMatchObject({ text: page("openlayers"), path: "openlayers.html?lang=en" });
    const again = craftZip(Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(`${text}2`) })));
    const { importId } = await start(await uploadZip(again), { kind: "replace", projectId: site.id });
    expect(await work(importId)).toBe("complete");
    expect(await site.open()).toMatchObject({ text: `${page("openlayers")}2` });
  });

  it("opens with the likeliest page when the named one is not in the upload", async () => {
    const site = await publishSite({ "leaflet.html": page("leaflet") }, "missing.html");
    expect(await site.open()).toMatchObject({ path: "leaflet.html" });
  });

  it("becomes a map of its data when its pages only describe them", async () => {
    await db().viewerFile.create({ data: { hash: "c0".padEnd(64, "0"), name: "viewer.js", content: Buffer.from("") } });
    const site = await publishSite({ "metadata.html": page("about the data"), "points.geojson": points });
    const opened = await site.open();
    expect([opened.status, opened.path]).toEqual([200, ""]);
    expect(JSON.parse((await site.ask("map.json")).body.toString())).toMatchObject({ layers: [{ name: "Points" }] });
  });

  it("shows no page after its start page is deleted", async () => {
    const site = await publishSite({ "my_map.html": page("map"), "data.js": shell });
    await db().entry.deleteMany({ where: { name: "my_map.html", tree: { projectId: site.id } } });
    expect(await site.open()).toMatchObject({ status: 404 });
    expect((await servers.askApp(site.base, { headers: { ...admin.browser, ...navigation } })).status).toBe(404);
  });
});

it("leaves out what systems add to folders", async () => {
  const leftovers = [
    "Chart/Icon\r",
    "__MACOSX/Chart/._Icon\r",
    "Chart/DESKTOP.INI",
    "Chart/.Spotlight-V100/store.db",
    "Chart/@eaDir/a.jpg",
  ];
  const site = await publishSite({
    "Chart/index.html": page("map"),
    "Chart/.nojekyll": "",
    ...Object.fromEntries([...leftovers, "Chart/.git/config", "Chart/.gitignore", ".DS_Store", "thumbs.db"].map((name) => [name, "x"])),
  });
  expect(await site.open()).toMatchObject({ text: page("map"), path: "" });
  const { fileCount } = await db().tree.findFirstOrThrow({ where: { projectId: site.id } });
  expect(fileCount).toBe(2);
});

describe("a text file", () => {
  const latin1 = Buffer.from("<meta charset=windows-1252><p>Gr\u00fc\u00dfe</p>", "latin1");
  const shiftJis = Buffer.concat([Buffer.from("<meta charset=shift_jis><p>"), Buffer.from([0x8a, 0x43, 0x90, 0x7d]), Buffer.from("</p>")]);
  const long = Buffer.concat([Buffer.alloc(300_000, " "), Buffer.alloc(1_200_000, "\u00e9")]);

  it("is sent with the charset only when it is UTF-8", async () => {
    const site = await publishSite({
      "index.html": page("h\u00fctte"),
      "latin.html": latin1,
      "latin.js": latin1,
      "latin.css": latin1,
      "japan.html": shiftJis,
      "long.html": long,
      "long-latin.html": Buffer.concat([Buffer.from([0xfc, 0x20]), long]),
      "data.json": latin1,
    });
    const typeOf = async (name: string) => (await site.ask(name)).headers["content-type"];
    expect(await typeOf("")).toBe("text/html; charset=utf-8");
    expect(await typeOf("latin.html")).toBe("text/html");
    expect(await typeOf("latin.js")).toBe("text/javascript");
    expect(await typeOf("latin.css")).toBe("text/css");
    expect(await typeOf("japan.html")).toBe("text/html");
    expect(await typeOf("long.html")).toBe("text/html; charset=utf-8");
    expect(await typeOf("long-latin.html")).toBe("text/html");
    expect(await typeOf("data.json")).toBe("application/json; charset=utf-8");
    expect((await site.ask("latin.html")).body).toEqual(latin1);
  });
});

describe("a file that is gzip already", () => {
  const packed = gzipSync(JSON.stringify({ asset: { version: "1.0" } }));

  it.each([
    ["tileset.json", "application/json; charset=utf-8"],
    ["a.glb", "model/gltf-binary"],
    ["a.gltf", "model/gltf+json; charset=utf-8"],
    ["a.subtree", "application/octet-stream"],
    ["a.geojson", "application/geo+json; charset=utf-8"],
    ["a.js", "text/javascript; charset=utf-8"],
    ["build.wasm", "application/wasm"],
    ["build.wasm.gz", "application/wasm"],
    ["build.framework.js.gz", "text/javascript; charset=utf-8"],
    ["build.data.gz", "application/octet-stream"],
    ["0/0/0.pbf.gz", "application/x-protobuf"],
    ["0/0/0", "application/octet-stream"],
  ])("%s is sent with Content-Encoding: gzip and the type %s", async (name, type) => {
    const site = await publishSite({ "index.html": page("map"), [name]: packed });
    const sent = await site.ask(name, { headers: { "accept-encoding": "gzip" } });
    expect(sent.headers).toMatchObject({ "content-encoding": "gzip", "content-type": type, vary: "Accept-Encoding" });
    expect(sent.body).toEqual(packed);
    const plain = await site.ask(name);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe('{"asset":{"version":"1.0"}}');
  });

  it.each(["site.tar.gz", "backup.tgz", "photo.png"])("%s is sent as it is", async (name) => {
    const site = await publishSite({ "index.html": page("map"), [name]: packed });
    expect((await site.ask(name)).body).toEqual(packed);
    // The ZIP has deflated it once more.
    const sent = await site.ask(name, { headers: { "accept-encoding": "gzip" } });
    expect(gunzipSync(sent.body)).toEqual(packed);
  });
});

it("HEAD of a deflated file returns its own length and accepts ranges, as programs expect that read it in parts", async () => {
  const site = await publishSite({ "index.html": page("map"), "data.bin": "0".repeat(1000) });
  const head = await site.ask("data.bin", { method: "HEAD", headers: { "accept-encoding": "gzip" } });
  expect(head.headers).toMatchObject({ "content-length": "1000", "accept-ranges": "bytes" });
  expect(head.headers["content-encoding"]).toBeUndefined();
});

describe("a project that allows a router", () => {
  it("answers navigations to unknown addresses with its first page, and other requests with 404", async () => {
    const site = await publishSite({ "index.html": page("app"), "assets/app.js": shell });
    expect(await site.open("berths/5")).toMatchObject({ status: 404 });
    await db().project.update({ where: { id: site.id }, data: { allowsRouting: true } });
    servers.wait(60);
    expect(await site.open("berths/5")).toEqual({ status: 200, text: page("app"), path: "berths/5" });
    expect(await site.open("berths/")).toMatchObject({ status: 200 });
    expect((await site.ask("assets/missing.js")).status).toBe(404);
    expect((await site.ask("assets/app.js")).body.toString()).toBe(shell);
  });
});

describe("a project that allows shared memory", () => {
  it("sends the headers that isolate its pages", async () => {
    const site = await publishSite({ "index.html": page("app") });
    expect((await site.ask("")).headers["cross-origin-opener-policy"]).toBeUndefined();
    await db().project.update({ where: { id: site.id }, data: { allowsSharedMemory: true } });
    servers.wait(60);
    const isolated = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "credentialless" };
    expect((await site.ask("")).headers).toMatchObject(isolated);
    expect((await site.ask("index.html")).headers).toMatchObject(isolated);
  });
});
