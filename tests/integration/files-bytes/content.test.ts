import { encode } from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { ContentCalls } from "./content-calls";
import { totalsOf, traces } from "./listing";

let calls: ContentCalls;
beforeAll(async () => {
  calls = await ContentCalls.start();
});
afterAll(() => calls.close());

const russian = "Все реки текут в море, но море не переполняется: к тому месту, откуда реки текут, они возвращаются.\r\n";
const japanese = "川はみな海に流れ込むが、海は満ちることがない。川が流れて行くところに、川はまた帰って行く。\n";
const german = "Alle Flüsse fließen ins Meer, und das Meer wird nicht voller. Größe über Öl.\n";

describe("reading and saving a text", () => {
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
  ])("preserves the bytes and the encoding %s: %j", async (encoding, content, bytes, hasByteOrderMark) => {
    await calls.put("text.txt", bytes);
    const answer = await calls.read("text.txt");
    expect(answer).toMatchObject({ status: 200, body: { success: true, content, encoding, hasByteOrderMark, size: bytes.length } });
    expect(await calls.save({ filePath: "text.txt", content })).toMatchObject({ status: 200, body: { success: true } });
    expect((await calls.bytesOf("text.txt")).equals(bytes)).toBe(true);
    const added = await calls.save({ filePath: "text.txt", content: `${content}x` });
    expect(added.status).toBe(200);
    expect((await calls.read("text.txt")).body).toMatchObject({ content: `${content}x`, encoding, hasByteOrderMark });
  });

  it("returns 422 when the encoding lacks a character, and saves the text as UTF-8 on request", async () => {
    await calls.put("old.txt", encode(german, "windows-1252"));
    const content = `${german}→`;
    const refused = await calls.save({ filePath: "old.txt", content });
    expect([refused.status, refused.body["message"]]).toEqual([
      422,
      "The encoding of this file, windows-1252, has no “→”. Save it as UTF-8 instead.",
    ]);
    expect((await calls.bytesOf("old.txt")).equals(encode(german, "windows-1252"))).toBe(true);
    expect((await calls.save({ filePath: "old.txt", content, encoding: "utf-8" })).status).toBe(200);
    expect((await calls.bytesOf("old.txt")).toString()).toBe(content);
    expect((await calls.save({ filePath: "old.txt", content: "half \ud800 a character" })).status).toBe(422);
    expect((await calls.save({ filePath: "old.txt", content, encoding: "base64" })).status).toBe(400);
  });

  it.each(["PMTiles are one file a map", "glTF models of the piers", "ID3,name\n1,x", "PAR1 is a harbour"])(
    "opens %j as text",
    async (content) => {
      await calls.put("begins.txt", content);
      expect(await calls.read("begins.txt")).toMatchObject({ status: 200, body: { content } });
    },
  );

  it.each<[string, Buffer]>([
    ["16-bit numbers", Buffer.from(Uint16Array.from({ length: 2_000 }, (_, index) => 200 + (index % 300)).buffer)],
    ["32-bit numbers", Buffer.from(Uint32Array.from({ length: 2_000 }, (_, index) => index).buffer)],
    ["floating-point numbers", Buffer.from(Float32Array.from({ length: 2_000 }, (_, index) => index / 7).buffer)],
    ["UTF-16 text with a NUL", Buffer.from(`${german}\0`, "utf16le")],
    ["UTF-16 text without its first byte", Buffer.from(german, "utf16le").subarray(1)],
    ["a PMTiles archive", Buffer.concat([Buffer.from("PMTiles\x03"), Buffer.from("text by chance")])],
  ])("returns 415 for %s", async (_, bytes) => {
    await calls.put("numbers.bin", bytes);
    expect((await calls.read("numbers.bin")).status).toBe(415);
  });

  it("can open a file again after every successful save", async () => {
    await calls.put("again.txt", encode(german, "windows-1252"));
    expect((await calls.save({ filePath: "again.txt", content: "a\0b" })).status).toBe(422);
    expect((await calls.save({ filePath: "again.txt", content: "%PDF-" })).status).toBe(422);
    expect((await calls.bytesOf("again.txt")).equals(encode(german, "windows-1252"))).toBe(true);
    expect((await calls.save({ filePath: "again.txt", content: "aä", encoding: "UTF-16LE" })).status).toBe(200);
    expect((await calls.bytesOf("again.txt")).toString("hex")).toBe("fffe6100e400");
    expect((await calls.read("again.txt")).body).toMatchObject({ content: "aä", encoding: "utf-16le", hasByteOrderMark: true });
  });

  it.each(["漢字", "ab", ""])("adds a byte order mark when UTF-16 would not be detected for %j", async (content) => {
    await calls.put("wide.txt", Buffer.from(german, "utf16le"));
    expect((await calls.save({ filePath: "wide.txt", content })).status).toBe(200);
    expect((await calls.read("wide.txt")).body).toMatchObject({ content });
    expect((await calls.bytesOf("wide.txt")).toString("hex")).toBe(content && `fffe${Buffer.from(content, "utf16le").toString("hex")}`);
  });

  it("preserves bytes of an undetected single-byte encoding", async () => {
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index % 128) + 128));
    await calls.put("odd.txt", bytes);
    const { status, body } = await calls.read("odd.txt");
    expect(status).toBe(200);
    expect((await calls.save({ filePath: "odd.txt", content: body["content"] })).status).toBe(200);
    expect((await calls.bytesOf("odd.txt")).equals(bytes)).toBe(true);
  });

  it("updates the totals, releases the old blob and records the edit in the audit trail", async () => {
    await calls.put("noted.txt", "before");
    const where = { name: "noted.txt", tree: { projectId: calls.project.id } };
    const { blobKey } = await db().entry.findFirstOrThrow({ where });
    expect((await calls.save({ filePath: "noted.txt", content: "and after" })).status).toBe(200);
    const { recorded, actual } = await totalsOf(calls.project);
    expect(recorded).toEqual(actual);
    expect((await db().blob.findUniqueOrThrow({ where: { key: blobKey ?? "" } })).releasedAt).not.toBeNull();
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.edited", targetName: "noted.txt" } });
    expect(event).toMatchObject({
      actorId: calls.admin.account.id,
      targetId: calls.project.id,
      details: { project: calls.project.name, bytes: 9 },
    });
    const { blobKey: now, crc32 } = await db().entry.findFirstOrThrow({ where });
    expect([crc32 !== null, await db().blob.findUniqueOrThrow({ where: { key: now ?? "" } })]).toMatchObject([
      true,
      { size: 9n, ownerId: calls.admin.account.id },
    ]);
  });
});

describe("concurrent edits of one text", () => {
  it("return 409 for a save with an outdated ETag", async () => {
    await calls.put("shared.txt", "one");
    const etag = String((await calls.read("shared.txt")).headers.etag);
    const first = await calls.save({ filePath: "shared.txt", content: "two" }, { "if-match": etag });
    expect(first).toMatchObject({ status: 200, headers: { etag: first.body["etag"] } });
    const before = await traces();
    const second = await calls.save({ filePath: "shared.txt", content: "three" }, { "if-match": etag });
    expect(second).toMatchObject({
      status: 409,
      headers: { etag: first.headers.etag },
      body: { success: false, etag: first.headers.etag, message: expect.stringMatching(/changed/) },
    });
    expect(await traces()).toEqual(before);
    expect((await calls.bytesOf("shared.txt")).toString()).toBe("two");
    expect((await calls.save({ filePath: "shared.txt", content: "three" }, { "if-match": String(second.headers.etag) })).status).toBe(200);
  });

  it("return 409 even when the text has been changed back", async () => {
    await calls.put("same.txt", "one");
    const etag = String((await calls.read("same.txt")).headers.etag);
    await calls.save({ filePath: "same.txt", content: "two" });
    await calls.save({ filePath: "same.txt", content: "one" });
    expect((await calls.save({ filePath: "same.txt", content: "three" }, { "if-match": etag })).status).toBe(409);
  });

  it("accept exactly one of several concurrent saves", async () => {
    await calls.put("race.txt", "zero");
    const etag = String((await calls.read("race.txt")).headers.etag);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => calls.save({ filePath: "race.txt", content: `by ${number}` }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { recorded, actual } = await totalsOf(calls.project);
    expect(recorded).toEqual(actual);
  });
});
