import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { cutStored, isOnS3 } from "../../setup/stored-objects";
import { ContentCalls } from "./content-calls";
import { ask } from "./file-server";
import { traces } from "./listing";

let calls: ContentCalls;
beforeAll(async () => {
  calls = await ContentCalls.start();
});
afterAll(() => calls.close());

describe("the file-content endpoint with an invalid request", () => {
  it.each<[string, Buffer]>([
    ["with NUL", Buffer.from("a\0b")],
    ["with control characters", Buffer.from([1, 2, 3, 4, 5, 65, 66])],
    ["PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 65])],
    ["PDF", Buffer.from("%PDF-1.4\nonly text\n")],
    ["GIF", Buffer.from("GIF89a only text")],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 9, 65])],
    ["noise", randomBytes(10_000)],
  ])("returns 415 for a file of type: %s", async (_, bytes) => {
    await calls.put("binary", bytes);
    expect((await calls.read("binary")).status).toBe(415);
    expect((await calls.save({ filePath: "binary", content: "x" })).status).toBe(415);
    expect((await calls.bytesOf("binary")).equals(bytes)).toBe(true);
  });

  it("returns 413 for a gigabyte file with a text name without reading it", async () => {
    const key = newBlobKey();
    await blobStore().write(key, Readable.from([]));
    // On disk, the blob is a sparse file. In a bucket, only the size in the row is known.
    if (!isOnS3()) await cutStored(key, 1024 ** 3);
    await db().blob.create({ data: { key, size: 1024 ** 3 } });
    await calls.put("huge.txt", "x");
    await db().entry.updateMany({
      where: { name: "huge.txt", tree: { projectId: calls.project.id } },
      data: { blobKey: key, size: 1024 ** 3, storedSize: 1024 ** 3 },
    });
    const before = process.memoryUsage().rss;
    const answer = await calls.read("huge.txt");
    expect([answer.status, answer.body["message"]]).toEqual([413, expect.stringMatching(/larger than 5 MB/)]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect((await calls.save({ filePath: "huge.txt", content: "x" })).status).toBe(413);
    await db().entry.deleteMany({ where: { name: "huge.txt" } });
  });

  it("returns 413 when the new content is too large", async () => {
    await calls.put("large.txt", Buffer.alloc(5 * 1024 * 1024, "a"));
    const { status, body } = await calls.read("large.txt");
    expect(status).toBe(200);
    expect((await calls.save({ filePath: "large.txt", content: `${String(body["content"])}a` })).status).toBe(413);
    expect((await calls.save({ filePath: "large.txt", content: "ä".repeat(3 * 1024 * 1024) })).status).toBe(413);
    expect((await calls.save({ filePath: "large.txt", content: "x".repeat(33 * 1024 * 1024) })).status).toBe(413);
  });

  it.each<[string, unknown, number]>([
    ["a step up", "..", 400],
    ["a step up within", "a/../b", 400],
    ["an encoded step up", "%2e%2e%2fx", 400],
    ["a double-encoded step up", "%252e%252e%252fx", 400],
    ["a backslash", "a\\b", 400],
    ["NUL", "a\0b", 400],
    ["an absolute path", "/etc/passwd", 400],
    ["too long a name", "x".repeat(256), 400],
    ["too long a path", "x/".repeat(900), 400],
    ["a missing file", "none.txt", 404],
    ["a folder", "folder", 409],
  ])("rejects %s without a change", async (_, filePath, status) => {
    await calls.put("folder/a.txt", "a");
    const before = await traces();
    expect((await calls.read(String(filePath))).status).toBe(status);
    expect((await calls.save({ filePath, content: "x" })).status).toBe(status);
    expect(await traces()).toEqual(before);
  });

  it.each<[string, () => ReturnType<ContentCalls["save"]>, number]>([
    ["without a path", () => calls.save({ content: "x" }), 400],
    ["without a content", () => calls.save({ filePath: "a" }), 400],
    ["of the top", () => calls.save({ filePath: "", content: "x" }), 400],
    [
      "from another site's page",
      () => calls.save({ filePath: "folder/a.txt", content: "x" }, { authorization: "", ...calls.admin.foreign }),
      403,
    ],
    ["as a form", () => calls.save({}, { "content-type": "text/plain" }), 415],
    ["as another method", () => ask(calls.server.port, calls.address, { method: "POST", headers: calls.admin.bearer }), 405],
    ["without asking for a path", () => ask(calls.server.port, calls.address, { headers: calls.admin.bearer }), 400],
  ])("rejects a request %s", async (_, call, status) => {
    expect((await call()).status).toBe(status);
  });
});
