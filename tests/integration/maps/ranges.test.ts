import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { signedIn } from "../../setup/signed-in";
import { type Answer, type Call, cookieFor, type MapServers, rightOf, startMapServers, subresource } from "./map-server";
import { modifiedAt, publishMap, type SiteFiles } from "./map-site";

const prose = Buffer.from("All rivers run into the sea, yet the sea is never full.\n".repeat(2_000));
const longProse = Buffer.from("The chart shows soundings in metres.\n".repeat(60_000));
const noise = randomBytes(700_000);

const files: SiteFiles = { "prose.txt": prose, "noise.bin": noise, "long.txt": longProse };

let servers: MapServers;
/** Requests a file of a map with a deflated archive, and of one with a stored archive. */
let ask: (path: string, headers?: Record<string, string>, call?: Call) => Promise<Answer>;
let askStored: typeof ask;

async function askerOf(files: SiteFiles, options?: string[]): Promise<typeof ask> {
  const { project } = await publishMap(files, options);
  const cookie = cookieFor(rightOf(await signedIn("admin"), project));
  return (path, headers = {}, call = {}) =>
    servers.ask(`/projects/maps/${project.safeName}/${path}`, { ...call, headers: { ...subresource, cookie, ...headers } });
}

beforeAll(async () => {
  servers = await startMapServers();
  [ask, askStored] = await Promise.all([askerOf(files), askerOf(files, ["-0"])]);
});
afterAll(() => servers.close());

function digest(bytes: Buffer | string | undefined): string {
  return createHash("sha256")
    .update(bytes ?? "missing")
    .digest("hex");
}

describe("conditional requests", () => {
  it("return 304 without a body to a client that has the file", async () => {
    const { headers } = await ask("prose.txt");
    const conditions: Record<string, string>[] = [
      { "if-none-match": `W/${headers.etag}, "x"` },
      { "if-modified-since": modifiedAt.toUTCString() },
    ];
    for (const condition of conditions) {
      const answer = await ask("prose.txt", condition);
      expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, headers.etag]);
      expect(answer.headers["cache-control"]).toBe("private, max-age=30");
      expect(answer.headers["content-length"]).toBeUndefined();
    }
    expect((await ask("prose.txt", { "if-none-match": '"other"', "if-modified-since": modifiedAt.toUTCString() })).status).toBe(200);
  });

  it("return 412 when the file differs from the expected one", async () => {
    const before = new Date(modifiedAt.getTime() - 1000).toUTCString();
    expect((await ask("prose.txt", { "if-match": '"other"' })).status).toBe(412);
    expect((await ask("prose.txt", { "if-unmodified-since": before })).status).toBe(412);
  });
});

describe("ranges", () => {
  const kinds: [string, (path: string, headers: Record<string, string>) => Promise<Answer>][] = [
    ["stored", (...asked) => askStored(...asked)],
    ["deflated", (...asked) => ask(...asked)],
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

    it("return 416 past the end", async () => {
      const answer = await askKind("prose.txt", { range: `bytes=${prose.length}-` });
      expect([answer.status, answer.headers["content-range"], answer.body.length]).toEqual([416, `bytes */${prose.length}`, 0]);
    });

    it("apply only to the file that If-Range names", async () => {
      const { etag = "" } = (await askKind("prose.txt", { range: "bytes=0-0" })).headers;
      const status = async (ifRange: string) => (await askKind("prose.txt", { range: "bytes=0-9", "if-range": ifRange })).status;
      expect(await status(etag)).toBe(206);
      expect(await status(modifiedAt.toUTCString())).toBe(206);
      expect(await status('"other"')).toBe(200);
      expect(await status(`W/${etag}`)).toBe(200);
    });

    it.each(["bytes=0-1,5-6", "lines=1-2", "bytes=9-3"])("return the whole file for %s", async (range) => {
      const answer = await askKind("prose.txt", { range });
      expect([answer.status, digest(answer.body)]).toEqual([200, digest(prose)]);
      expect(answer.headers["accept-ranges"]).toBe("bytes");
    });
  });

  it("are ignored for HEAD", async () => {
    const answer = await ask("prose.txt", { range: "bytes=0-0" }, { method: "HEAD" });
    expect([answer.status, answer.headers["content-length"]]).toEqual([200, String(prose.length)]);
  });

  it("are read from the blob of a large deflated file that has its own blob", async () => {
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

  it("are not offered for a deflated file that is too large to seek in", async () => {
    const { project } = await publishMap({ "huge.txt": Buffer.alloc(65 * 1024 * 1024, "sea ") });
    const holder = cookieFor(rightOf(await signedIn("admin"), project));
    const answer = await servers.ask(`/projects/maps/${project.safeName}/huge.txt`, { headers: { cookie: holder, range: "bytes=0-9" } });
    expect([answer.status, answer.headers["accept-ranges"], answer.body.length]).toEqual([200, undefined, 65 * 1024 * 1024]);
  });
});
