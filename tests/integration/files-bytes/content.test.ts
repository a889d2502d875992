import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { encode } from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db";
import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { cutStored, isOnS3 } from "../../setup/stored-objects";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";
import { totalsOf, traces } from "./listing";

let server: FileServer;
let admin: SignedIn;
let project: Project;
let address: string;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("admin");
  project = await createProject(null);
  address = `/api/files/${project.safeName}/file-content`;
});
afterAll(() => server.close());

const put = async (name: string, bytes: string | Buffer) => {
  const answer = await upload(server.port, project.safeName, admin.bearer, [field("filePath_0", name), filePart("x", bytes)]);
  expect(answer.status).toBe(200);
};
const read = (name: string) => ask(server.port, `${address}?filePath=${encodeURIComponent(name)}`, { headers: admin.bearer });
const save = (body: unknown, headers: Record<string, string> = {}) =>
  ask(server.port, address, {
    method: "PUT",
    headers: { "content-type": "application/json", ...admin.bearer, ...headers },
    body: Buffer.from(JSON.stringify(body)),
  });
const bytesOf = async (name: string) => (await ask(server.port, downloadPath(project.safeName, [name]), { headers: admin.bearer })).bytes;

const russian = "Все реки текут в море, но море не переполняется: к тому месту, откуда реки текут, они возвращаются.\r\n";
const japanese = "川はみな海に流れ込むが、海は満ちることがない。川が流れて行くところに、川はまた帰って行く。\n";
const german = "Alle Flüsse fließen ins Meer, und das Meer wird nicht voller. Größe über Öl.\n";

describe("a text on the way to the screen and back", () => {
  it.each<[string, string, Buffer, boolean]>([
    ["utf-8", german, Buffer.from(german), false],
    ["utf-8", "a\r\nb\nc\r", Buffer.from("a\r\nb\nc\r"), false],
    ["utf-8", "", Buffer.alloc(0), false],
    ["utf-8", german, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(german)]), true],
    ["utf-16le", russian, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(russian, "utf16le")]), true],
    ["utf-16be", russian, Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(russian, "utf16le").swap16()]), true],
    ["utf-16le", german, Buffer.from(german, "utf16le"), false],
    ["utf-16be", russian, Buffer.from(russian, "utf16le").swap16(), false],
    ["utf-16le", `一\u3000${japanese}`, Buffer.from(`一\u3000${japanese}`, "utf16le"), false],
    ["windows-1252", german, encode(german, "windows-1252"), false],
    ["koi8-r", russian, encode(russian, "koi8-r"), false],
    ["windows-1251", russian, encode(russian, "windows-1251"), false],
    ["shift_jis", japanese, encode(japanese, "shift_jis"), false],
  ])("keeps %s: %j", async (encoding, content, bytes, hasByteOrderMark) => {
    await put("text.txt", bytes);
    const answer = await read("text.txt");
    expect(answer).toMatchObject({ status: 200, body: { success: true, content, encoding, hasByteOrderMark, size: bytes.length } });
    expect(await save({ filePath: "text.txt", content })).toMatchObject({ status: 200, body: { success: true } });
    expect((await bytesOf("text.txt")).equals(bytes)).toBe(true);
    const added = await save({ filePath: "text.txt", content: `${content}x` });
    expect(added.status).toBe(200);
    expect((await read("text.txt")).body).toMatchObject({ content: `${content}x`, encoding, hasByteOrderMark });
  });

  it("does not lose a character that the encoding lacks", async () => {
    await put("old.txt", encode(german, "windows-1252"));
    const content = `${german}→`;
    const refused = await save({ filePath: "old.txt", content });
    expect([refused.status, refused.body["message"]]).toEqual([
      422,
      "The encoding of this file, windows-1252, has no “→”. Save it as UTF-8 instead.",
    ]);
    expect((await bytesOf("old.txt")).equals(encode(german, "windows-1252"))).toBe(true);
    expect((await save({ filePath: "old.txt", content, encoding: "utf-8" })).status).toBe(200);
    expect((await bytesOf("old.txt")).toString()).toBe(content);
    expect((await save({ filePath: "old.txt", content: "half \ud800 a character" })).status).toBe(422);
    expect((await save({ filePath: "old.txt", content, encoding: "base64" })).status).toBe(400);
  });

  it.each(["PMTiles are one file a map", "glTF models of the piers", "ID3,name\n1,x", "PAR1 is a harbour"])(
    "%j is a text",
    async (content) => {
      await put("begins.txt", content);
      expect(await read("begins.txt")).toMatchObject({ status: 200, body: { content } });
    },
  );

  it.each<[string, Buffer]>([
    ["heights of 16 bits", Buffer.from(Uint16Array.from({ length: 2_000 }, (_, index) => 200 + (index % 300)).buffer)],
    ["numbers of 32 bits", Buffer.from(Uint32Array.from({ length: 2_000 }, (_, index) => index).buffer)],
    ["numbers with a fraction", Buffer.from(Float32Array.from({ length: 2_000 }, (_, index) => index / 7).buffer)],
    ["UTF-16 with a NUL", Buffer.from(`${german}\0`, "utf16le")],
    ["half of a UTF-16", Buffer.from(german, "utf16le").subarray(1)],
    ["an archive of tiles", Buffer.concat([Buffer.from("PMTiles\x03"), Buffer.from("a text, by chance")])],
  ])("%s are no text", async (_, bytes) => {
    await put("numbers.bin", bytes);
    expect((await read("numbers.bin")).status).toBe(415);
  });

  it("can be opened again after any save", async () => {
    await put("again.txt", encode(german, "windows-1252"));
    expect((await save({ filePath: "again.txt", content: "a\0b" })).status).toBe(422);
    expect((await save({ filePath: "again.txt", content: "%PDF-" })).status).toBe(422);
    expect((await bytesOf("again.txt")).equals(encode(german, "windows-1252"))).toBe(true);
    expect((await save({ filePath: "again.txt", content: "aä", encoding: "UTF-16LE" })).status).toBe(200);
    expect((await bytesOf("again.txt")).toString("hex")).toBe("fffe6100e400");
    expect((await read("again.txt")).body).toMatchObject({ content: "aä", encoding: "utf-16le", hasByteOrderMark: true });
  });

  it.each(["漢字", "ab", ""])("as %j gets the mark without which UTF-16 is not known", async (content) => {
    await put("wide.txt", Buffer.from(german, "utf16le"));
    expect((await save({ filePath: "wide.txt", content })).status).toBe(200);
    expect((await read("wide.txt")).body).toMatchObject({ content });
    expect((await bytesOf("wide.txt")).toString("hex")).toBe(content && `fffe${Buffer.from(content, "utf16le").toString("hex")}`);
  });

  it("takes any bytes that are text, whatever they were meant to be", async () => {
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index % 128) + 128));
    await put("odd.txt", bytes);
    const { status, body } = await read("odd.txt");
    expect(status).toBe(200);
    expect((await save({ filePath: "odd.txt", content: body["content"] })).status).toBe(200);
    expect((await bytesOf("odd.txt")).equals(bytes)).toBe(true);
  });

  it("keeps totals, lets go of the old bytes, and writes the audit trail", async () => {
    await put("noted.txt", "before");
    const where = { name: "noted.txt", tree: { projectId: project.id } };
    const { blobKey } = await db().entry.findFirstOrThrow({ where });
    expect((await save({ filePath: "noted.txt", content: "and after" })).status).toBe(200);
    const { noted, counted } = await totalsOf(project);
    expect(noted).toEqual(counted);
    expect((await db().blob.findUniqueOrThrow({ where: { key: blobKey ?? "" } })).releasedAt).not.toBeNull();
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.edited", targetName: "noted.txt" } });
    expect(event).toMatchObject({ actorId: admin.account.id, targetId: project.id, details: { project: project.name, bytes: 9 } });
    const { blobKey: now, crc32 } = await db().entry.findFirstOrThrow({ where });
    expect([crc32 !== null, await db().blob.findUniqueOrThrow({ where: { key: now ?? "" } })]).toMatchObject([
      true,
      { size: 9n, ownerId: admin.account.id },
    ]);
  });
});

describe("two people", () => {
  it("do not overwrite each other", async () => {
    await put("shared.txt", "one");
    const etag = String((await read("shared.txt")).headers.etag);
    const first = await save({ filePath: "shared.txt", content: "two" }, { "if-match": etag });
    expect(first).toMatchObject({ status: 200, headers: { etag: first.body["etag"] } });
    const before = await traces();
    const second = await save({ filePath: "shared.txt", content: "three" }, { "if-match": etag });
    expect(second).toMatchObject({
      status: 409,
      headers: { etag: first.headers.etag },
      body: { success: false, etag: first.headers.etag, message: expect.stringMatching(/changed/) },
    });
    expect(await traces()).toEqual(before);
    expect((await bytesOf("shared.txt")).toString()).toBe("two");
    // Having seen theirs, the second one may.
    expect((await save({ filePath: "shared.txt", content: "three" }, { "if-match": String(second.headers.etag) })).status).toBe(200);
  });

  it("notice a save of the same text, and one and the same text that came back", async () => {
    await put("same.txt", "one");
    const etag = String((await read("same.txt")).headers.etag);
    await save({ filePath: "same.txt", content: "two" });
    await save({ filePath: "same.txt", content: "one" });
    expect((await save({ filePath: "same.txt", content: "three" }, { "if-match": etag })).status).toBe(409);
  });

  it("at the same moment: one is let through", async () => {
    await put("race.txt", "zero");
    const etag = String((await read("race.txt")).headers.etag);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => save({ filePath: "race.txt", content: `by ${number}` }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { noted, counted } = await totalsOf(project);
    expect(noted).toEqual(counted);
  });
});

describe("what cannot be edited", () => {
  it.each<[string, Buffer]>([
    ["with NUL", Buffer.from("a\0b")],
    ["with control characters", Buffer.from([1, 2, 3, 4, 5, 65, 66])],
    ["PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 65])],
    ["PDF", Buffer.from("%PDF-1.4\nonly text\n")],
    ["GIF", Buffer.from("GIF89a only text")],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 9, 65])],
    ["noise", randomBytes(10_000)],
  ])("a file %s", async (_, bytes) => {
    await put("binary", bytes);
    expect((await read("binary")).status).toBe(415);
    expect((await save({ filePath: "binary", content: "x" })).status).toBe(415);
    expect((await bytesOf("binary")).equals(bytes)).toBe(true);
  });

  it("a file of a gigabyte that calls itself a text, at once", async () => {
    const key = newBlobKey();
    await blobStore().write(key, Readable.from([]));
    // On disk a file with a hole; a bucket has none, and what the row says is all that may be asked.
    if (!isOnS3()) await cutStored(key, 1024 ** 3);
    await db().blob.create({ data: { key, size: 1024 ** 3 } });
    await put("huge.txt", "x");
    await db().entry.updateMany({
      where: { name: "huge.txt", tree: { projectId: project.id } },
      data: { blobKey: key, size: 1024 ** 3, storedSize: 1024 ** 3 },
    });
    const before = process.memoryUsage().rss;
    const answer = await read("huge.txt");
    expect([answer.status, answer.body["message"]]).toEqual([413, expect.stringMatching(/larger than 5 MB/)]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect((await save({ filePath: "huge.txt", content: "x" })).status).toBe(413);
    await db().entry.deleteMany({ where: { name: "huge.txt" } });
  });

  it("more than it may become", async () => {
    await put("large.txt", Buffer.alloc(5 * 1024 * 1024, "a"));
    const { status, body } = await read("large.txt");
    expect(status).toBe(200);
    expect((await save({ filePath: "large.txt", content: `${String(body["content"])}a` })).status).toBe(413);
    expect((await save({ filePath: "large.txt", content: "ä".repeat(3 * 1024 * 1024) })).status).toBe(413);
    expect((await save({ filePath: "large.txt", content: "x".repeat(33 * 1024 * 1024) })).status).toBe(413);
  });

  it.each<[string, unknown, number]>([
    ["a step up", "..", 400],
    ["a step up within", "a/../b", 400],
    ["an encoded step up", "%2e%2e%2fx", 400],
    ["a doubly encoded step up", "%252e%252e%252fx", 400],
    ["a backslash", "a\\b", 400],
    ["NUL", "a\0b", 400],
    ["an absolute path", "/etc/passwd", 400],
    ["too long a name", "x".repeat(256), 400],
    ["too long a path", "x/".repeat(900), 400],
    ["what is missing", "none.txt", 404],
    ["a folder", "folder", 409],
  ])("%s", async (_, filePath, status) => {
    await put("folder/a.txt", "a");
    const before = await traces();
    expect((await read(String(filePath))).status).toBe(status);
    expect((await save({ filePath, content: "x" })).status).toBe(status);
    expect(await traces()).toEqual(before);
  });

  it.each<[string, () => ReturnType<typeof save>, number]>([
    ["without a path", () => save({ content: "x" }), 400],
    ["without a content", () => save({ filePath: "a" }), 400],
    ["of the top", () => save({ filePath: "", content: "x" }), 400],
    ["from another site's page", () => save({ filePath: "folder/a.txt", content: "x" }, { authorization: "", ...admin.foreign }), 403],
    ["as a form", () => save({}, { "content-type": "text/plain" }), 415],
    ["as another method", () => ask(server.port, address, { method: "POST", headers: admin.bearer }), 405],
    ["without asking for a path", () => ask(server.port, address, { headers: admin.bearer }), 400],
  ])("a call %s", async (_, call, status) => {
    expect((await call()).status).toBe(status);
  });
});
