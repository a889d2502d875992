import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db";
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
  "empty.css": "",
  "prose.txt": prose,
  "noise.bin": noise,
  "long.txt": longProse,
};

let servers: MapServers;
let map: PublishedMap;
let stored: PublishedMap;
let cookie: string;
let storedCookie: string;
let base: string;
let storedBase: string;

beforeAll(async () => {
  servers = await startMapServers();
  [map, stored] = await Promise.all([publishMap(files), publishMap(files, ["-0"])]);
  const admin = await signedIn("admin");
  [cookie, storedCookie] = [cookieFor(rightOf(admin, map.project)), cookieFor(rightOf(admin, stored.project))];
  [base, storedBase] = [`/projects/maps/${map.project.safeName}/`, `/projects/maps/${stored.project.safeName}/`];
});
afterAll(() => servers.close());

function ask(path: string, headers: Record<string, string> = {}, call: Call = {}): Promise<Answer> {
  return servers.ask(`${base}${path}`, { ...call, headers: { ...subresource, cookie, ...headers } });
}

function askStored(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return servers.ask(`${storedBase}${path}`, { headers: { ...subresource, cookie: storedCookie, ...headers } });
}

function digest(bytes: Buffer | string | undefined): string {
  return createHash("sha256")
    .update(bytes ?? "missing")
    .digest("hex");
}

describe("addresses", () => {
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
    ["bare//readme.txt", "no index here"],
  ])("%j is a file", async (path, body) => {
    const answer = await ask(path);
    expect([answer.status, answer.body.toString()]).toEqual([200, body]);
  });

  it.each(["tiles", "old?x=%20&y", "bare", "tiles/1"])("the folder %j gets its slash", async (path) => {
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
  ])("%j is no file", async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(said(answer)).toEqual(said(await ask("missing.png")));
  });

  it("shows a person who goes to one a page", async () => {
    const answer = await ask("missing.html", navigation);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' http://localhost:3000",
    );
    expect(answer.body.toString()).toContain("<h1>Page not found</h1>");
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s is no method here", async (method) => {
    const answer = await ask("index.html", {}, { method });
    expect([answer.status, answer.headers.allow, answer.headers["access-control-allow-origin"]]).toEqual([405, "GET, HEAD", undefined]);
  });

  it.each(["/", "/favicon.ico", "/projects/maps", "/projects/maps/", "/api/health"])("nothing is at %s", async (target) => {
    expect((await servers.ask(target, { headers: { cookie } })).status).toBe(404);
  });

  it("shows a new tree, and a changed one, with the next request", async () => {
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

describe("headers", () => {
  it("keep a map apart from the application, confirmed on every use, and let it show other people's tiles", async () => {
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

  it("leave out a date from the future", async () => {
    const { project, treeId } = await publishMap({ "a.txt": "x" });
    await db().entry.updateMany({ where: { treeId, kind: "file" }, data: { modifiedAt: new Date(Date.now() + 86_400_000) } });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const answer = await servers.ask(`/projects/maps/${project.safeName}/a.txt`, { headers: { cookie: holder } });
    expect([answer.status, answer.headers["last-modified"]]).toEqual([200, undefined]);
  });

  it.each([
    ["", {}],
    ["prose.txt", {}],
    ["prose.txt", { "accept-encoding": "gzip" }],
    ["noise.bin", {}],
    ["long.txt", { "accept-encoding": "gzip" }],
    ["empty.css", {}],
    ["tiles", {}],
    ["missing.png", {}],
    ["prose.txt", { "if-none-match": "*" }],
    ["prose.txt", { "if-match": '"other"' }],
  ])("of HEAD are those of GET: %j %j", async (path, headers) => {
    const [get, head] = await Promise.all([ask(path, headers), ask(path, headers, { method: "HEAD" })]);
    expect(head.body.length).toBe(0);
    expect({ ...said(head), body: "" }).toEqual({ ...said(get), body: "" });
  });

  it("tell an entry tag that survives a new archive of the same file, and changes with it", async () => {
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

describe("conditional requests", () => {
  it("answer 304 without a body to who has it", async () => {
    const { headers } = await ask("prose.txt");
    const conditions: Record<string, string>[] = [
      { "if-none-match": `W/${headers.etag}, "x"` },
      { "if-modified-since": modifiedAt.toUTCString() },
    ];
    for (const condition of conditions) {
      const answer = await ask("prose.txt", condition);
      expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, headers.etag]);
      expect(answer.headers["cache-control"]).toBe("private, no-cache");
      expect(answer.headers["content-length"]).toBeUndefined();
    }
    expect((await ask("prose.txt", { "if-none-match": '"other"', "if-modified-since": modifiedAt.toUTCString() })).status).toBe(200);
  });

  it("answer 412 where the file is not the one that is meant", async () => {
    const before = new Date(modifiedAt.getTime() - 1000).toUTCString();
    expect((await ask("prose.txt", { "if-match": '"other"' })).status).toBe(412);
    expect((await ask("prose.txt", { "if-unmodified-since": before })).status).toBe(412);
  });
});

describe("ranges", () => {
  const kinds: [string, (path: string, headers: Record<string, string>) => Promise<Answer>][] = [
    ["stored", askStored],
    ["deflated", ask],
  ];
  const cases: [string, number, number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=100-199", 100, 100],
    ["bytes=-5", -5, 5],
    ["bytes=3-", 3, Number.POSITIVE_INFINITY],
    ["bytes=70000-99999999", 70_000, Number.POSITIVE_INFINITY],
  ];

  describe.each(kinds)("of %s files", (_, askKind) => {
    it.each(["prose.txt", "noise.bin", "long.txt"].flatMap((name) => cases.map((one) => [name, ...one] as const)))(
      "%s %s",
      async (name, range, from, length) => {
        const whole = Buffer.from(files[name] ?? "");
        const start = from < 0 ? whole.length + from : from;
        const end = Math.min(start + length, whole.length);
        const answer = await askKind(name, { range, "accept-encoding": "gzip, deflate, br" });
        expect(answer.status).toBe(206);
        expect(answer.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${whole.length}`);
        expect(answer.headers["content-length"]).toBe(String(end - start));
        expect(answer.headers["content-encoding"]).toBeUndefined();
        expect(digest(answer.body)).toBe(digest(whole.subarray(start, end)));
      },
    );

    it("beyond the end are 416", async () => {
      const answer = await askKind("prose.txt", { range: `bytes=${prose.length}-` });
      expect([answer.status, answer.headers["content-range"], answer.body.length]).toEqual([416, `bytes */${prose.length}`, 0]);
    });

    it("hold only for the file that If-Range names", async () => {
      const { etag = "" } = (await askKind("prose.txt", { range: "bytes=0-0" })).headers;
      const status = async (ifRange: string) => (await askKind("prose.txt", { range: "bytes=0-9", "if-range": ifRange })).status;
      expect(await status(etag)).toBe(206);
      expect(await status(modifiedAt.toUTCString())).toBe(206);
      expect(await status('"other"')).toBe(200);
      expect(await status(`W/${etag}`)).toBe(200);
    });

    it.each(["bytes=0-1,5-6", "lines=1-2", "bytes=9-3"])("%s get the whole", async (range) => {
      const answer = await askKind("prose.txt", { range });
      expect([answer.status, digest(answer.body)]).toEqual([200, digest(prose)]);
      expect(answer.headers["accept-ranges"]).toBe("bytes");
    });
  });

  it("are not defined for HEAD", async () => {
    const answer = await ask("prose.txt", { range: "bytes=0-0" }, { method: "HEAD" });
    expect([answer.status, answer.headers["content-length"]]).toEqual([200, String(prose.length)]);
  });

  it("of a large deflated file that has got a blob of its own are read from there", async () => {
    const { project, treeId } = await publishMap({ "long.txt": longProse });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const askLong = (range?: string) =>
      servers.ask(`/projects/maps/${project.safeName}/long.txt`, { headers: { cookie: holder, ...(range && { range }) } });
    const before = await askLong();
    const key = newBlobKey();
    await blobStore().write(key, Readable.from([longProse]));
    await db().entry.updateMany({
      where: { treeId, name: "long.txt" },
      data: { blobKey: key, offset: 0, hasLocalHeader: false, storedSize: longProse.length, method: "stored" },
    });
    const after = await askLong();
    expect([after.headers.etag, digest(after.body)]).toEqual([before.headers.etag, digest(longProse)]);
    const part = await askLong("bytes=2000000-2000099");
    expect([part.status, digest(part.body)]).toEqual([206, digest(longProse.subarray(2_000_000, 2_000_100))]);
    expect(crc32(after.body)).toBe(crc32(longProse));
  });

  it("are not offered for a deflated file so large that finding one would cost too much", async () => {
    const { project } = await publishMap({ "huge.txt": Buffer.alloc(65 * 1024 * 1024, "sea ") });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const answer = await servers.ask(`/projects/maps/${project.safeName}/huge.txt`, { headers: { cookie: holder, range: "bytes=0-9" } });
    expect([answer.status, answer.headers["accept-ranges"], answer.body.length]).toEqual([200, undefined, 65 * 1024 * 1024]);
  });
});
