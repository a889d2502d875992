import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { signedIn } from "../../setup/signed-in";
import { type Answer, type Call, cookieFor, type MapServers, navigation, rightOf, said, startMapServers, subresource } from "./map-server";
import { modifiedAt, type PublishedMap, publishMap, type SiteFiles } from "./map-site";

const prose = Buffer.from("All rivers run into the sea, yet the sea is never full.\n".repeat(2_000));
const longProse = Buffer.from("The chart shows soundings in metres.\n".repeat(60_000));
const noise = randomBytes(700_000);

const files: SiteFiles = {
  "index.html": "<!doctype html><title>harbour</title>",
  "old/index.htm": "old",
  "both/index.html": "html",
  "both/index.htm": "htm",
  "bare/readme.txt": "no index here",
  "index-folder/index.html/x.txt": "a folder that is called as a page",
  "tiles/1/0/0.png": randomBytes(500),
  "Case.txt": "upper",
  "case.txt": "lower",
  "e\u0301te\u0301.txt": "summer",
  "a b%25+c.txt": "odd",
  "data/100%.js": "all",
  "empty.css": "",
  "prose.txt": prose,
  "noise.bin": noise,
  "long.txt": longProse,
};

let servers: MapServers;
let map: PublishedMap;
let cookie: string;
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  map = await publishMap(files);
  cookie = cookieFor(rightOf(await signedIn("admin"), map.project));
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

function ask(path: string, headers: Record<string, string> = {}, call: Call = {}): Promise<Answer> {
  return servers.ask(`${base}${path}`, { ...call, headers: { ...subresource, cookie, ...headers } });
}

describe("the address of a file", () => {
  it.each<[string, string]>([
    ["", "<!doctype html><title>harbour</title>"],
    ["index.html", "<!doctype html><title>harbour</title>"],
    ["?zoom=1", "<!doctype html><title>harbour</title>"],
    ["old/", "old"],
    ["both/", "html"],
    ["Case.txt", "upper"],
    ["case.txt", "lower"],
    ["%C3%A9t%C3%A9.txt", "summer"],
    ["e%CC%81te%CC%81.txt", "summer"],
    ["a%20b%2525+c.txt", "odd"],
    ["data/100%25.js", "all"],
    ["data/100%.js", "all"],
    ["bare//readme.txt", "no index here"],
  ])("%j returns the file", async (path, body) => {
    const answer = await ask(path);
    expect([answer.status, answer.body.toString()]).toEqual([200, body]);
  });

  it.each(["tiles", "old?x=%20&y", "bare", "tiles/1"])("%j redirects to the folder with a slash", async (path) => {
    const answer = await ask(path);
    const [folder = "", query] = path.split("?");
    expect([answer.status, answer.headers.location]).toEqual([302, `${base}${folder}/${query ? `?${query}` : ""}`]);
  });

  it.each([
    "missing.png",
    "CASE.txt",
    "bare/",
    "index-folder/",
    "index.html/",
    "index.html/x",
    "tiles/1/0/0.png/",
    "a%20b%25+c.txt",
    "%2e%2e/",
    "..%2F..%2Fetc%2Fpasswd",
    "tiles%2F1%2F0%2F0.png",
    "x%00.png",
    "%",
    "tiles/../index.html",
  ])("%j returns 404", async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(said(answer)).toEqual(said(await ask("missing.png")));
  });

  it("returns an HTML page to a user who navigates to a missing file", async () => {
    const answer = await ask("missing.html", navigation);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src http://localhost:3000; font-src http://localhost:3000; frame-ancestors 'self' http://localhost:3000",
    );
    expect(answer.body.toString()).toContain("<h1>Page not found</h1>");
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("returns 405 to %s", async (method) => {
    const answer = await ask("index.html", {}, { method });
    expect([answer.status, answer.headers.allow, answer.headers["access-control-allow-origin"]]).toEqual([405, "GET, HEAD", undefined]);
  });

  it.each(["a b", "a/b"])("returns 400 to a request with the Host header %j", async (host) => {
    expect((await ask("index.html", { host })).status).toBe(400);
  });

  it.each(["/", "/favicon.ico", "/projects/maps", "/projects/maps/", "/api/health"])("returns 404 at %s", async (target) => {
    expect((await servers.ask(target, { headers: { cookie } })).status).toBe(404);
  });

  it("returns files of a new tree, and of a changed one, with the next request", async () => {
    const { project } = await publishMap({ "a.txt": "first" });
    const next = await publishMap({ "a.txt": "second" });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const body = async () =>
      (await servers.ask(`/projects/maps/${project.safeName}/a.txt`, { headers: { cookie: holder } })).body.toString();
    expect(await body()).toBe("first");
    await db().project.update({ where: { id: next.project.id }, data: { currentTreeId: null } });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: next.treeId } });
    expect(await body()).toBe("second");
    await db().entry.updateMany({ where: { treeId: next.treeId, name: "a.txt" }, data: { name: "b.txt" } });
    expect(await body()).toBe("Page not found\n");
  });
});

describe("the headers of a map's file", () => {
  it("isolate the map from the application, require revalidation, and allow tiles of other sites", async () => {
    const { headers } = await ask("index.html");
    expect(headers).toMatchObject({
      "cache-control": "private, no-cache",
      "content-security-policy": "frame-ancestors 'self' http://localhost:3000",
      "content-type": "text/html; charset=utf-8",
      "cross-origin-resource-policy": "same-origin",
      "last-modified": modifiedAt.toUTCString(),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"] ?? headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("omit a Last-Modified date in the future", async () => {
    const { project, treeId } = await publishMap({ "a.txt": "x" });
    await db().entry.updateMany({ where: { treeId, kind: "file" }, data: { modifiedAt: new Date(Date.now() + 86_400_000) } });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const answer = await servers.ask(`/projects/maps/${project.safeName}/a.txt`, { headers: { cookie: holder } });
    expect([answer.status, answer.headers["last-modified"]]).toEqual([200, undefined]);
  });

  it.each([
    ["", {}],
    ["prose.txt", {}],
    ["noise.bin", {}],
    ["long.txt", {}],
    ["empty.css", {}],
    ["tiles", {}],
    ["missing.png", {}],
    ["prose.txt", { "if-none-match": "*" }],
    ["prose.txt", { "if-match": '"other"' }],
  ])("are the same for HEAD and GET: %j %j", async (path, headers) => {
    const [get, head] = await Promise.all([ask(path, headers), ask(path, headers, { method: "HEAD" })]);
    expect(head.body.length).toBe(0);
    expect({ ...said(head), body: "" }).toEqual({ ...said(get), body: "" });
  });

  it("contain an entity tag that stays the same in a new archive of the same file, and changes with the file", async () => {
    const again = await publishMap({ "prose.txt": prose, "noise.bin": randomBytes(noise.length) });
    const holder = cookieFor(rightOf(await signedIn("admin"), again.project));
    const askAgain = (path: string) => servers.ask(`/projects/maps/${again.project.safeName}/${path}`, { headers: { cookie: holder } });
    expect((await askAgain("prose.txt")).headers.etag).toBe((await ask("prose.txt")).headers.etag);
    expect((await askAgain("noise.bin")).headers.etag).not.toBe((await ask("noise.bin")).headers.etag);
    await db().entry.updateMany({ where: { treeId: again.treeId }, data: { crc32: null } });
    const unknown = (await askAgain("prose.txt")).headers.etag ?? "";
    expect(unknown).toMatch(/^"[\w-]{22}"$/);
    expect(unknown).not.toContain(again.blobKey);
  });
});
