import { createHash, randomBytes } from "node:crypto";
import { AbortMultipartUploadCommand, DeleteObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { isOnS3 } from "../../setup/stored-objects";
import { contentsOf, create, idOf, keptOf, patch, send, sizeOf } from "./upload-server";
import { MIB, PART, useUploadsOnS3 } from "./uploads-on-s3";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!isOnS3())("an upload with a wrong part list from S3", () => {
  const onS3 = useUploadsOnS3();

  it("ignores a part that a lost writer stores too late", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(2 * PART);
    const url = await create(server, onS3.admin, bytes.length);
    expect((await patch(url, onS3.admin, 0, bytes.subarray(0, PART + MIB))).status).toBe(204);
    const id = idOf(url);
    const row = await db().upload.findUniqueOrThrow({ where: { id } });
    // As if its process had been paused while it sent the next part.
    await db().upload.update({ where: { id }, data: { storage: { ...(row.storage as object), writer: "lost writer" } } });
    expect((await patch(url, onS3.admin, PART + MIB, bytes.subarray(PART + MIB, PART + 2 * MIB))).status).toBe(204);
    await onS3.client.send(new UploadPartCommand({ ...(await onS3.target(url)), PartNumber: 2, Body: randomBytes(PART) }));
    expect(await sizeOf(url, onS3.admin)).toBe(PART + 2 * MIB);
    expect((await patch(url, onS3.admin, PART + 2 * MIB, bytes.subarray(PART + 2 * MIB))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("ignores parts after a gap", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(3 * PART);
    const url = await create(server, onS3.admin, bytes.length);
    await patch(url, onS3.admin, 0, bytes.subarray(0, PART));
    await onS3.client.send(new UploadPartCommand({ ...(await onS3.target(url)), PartNumber: 3, Body: randomBytes(PART) }));
    expect(await sizeOf(url, onS3.admin)).toBe(PART);
    expect((await patch(url, onS3.admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("is gone one minute after the store has aborted it", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 2 * PART);
    await patch(url, onS3.admin, 0, randomBytes(PART + MIB));
    await onS3.client.send(new AbortMultipartUploadCommand(await onS3.target(url)));
    // The answer may come from a server of the store with an older state.
    expect((await send(url, "HEAD", onS3.admin.bearer)).status).toBe(423);
    expect((await patch(url, onS3.admin, PART + MIB, Buffer.alloc(0))).status).toBe(503);
    await onS3.haveBeenStaleFor(url, 61);
    expect((await send(url, "HEAD", onS3.admin.bearer)).status).toBe(410);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
    expect((await send(url, "HEAD", onS3.admin.bearer)).status).toBe(404);
    await expect.poll(() => keptOf(url)).toEqual([]);
  });

  it("continues when the store reports all parts again", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 2 * PART);
    await patch(url, onS3.admin, 0, randomBytes(PART + MIB));
    const kept = await onS3.storageOf(url);
    await onS3.keep(url, { ...kept, multipart: "unknown" });
    expect((await send(url, "HEAD", onS3.admin.bearer)).status).toBe(423);
    expect((await onS3.storageOf(url))?.staleSince).toBeGreaterThan(0);
    await onS3.haveBeenStaleFor(url, 61);
    await onS3.keep(url, { ...(await onS3.storageOf(url)), multipart: kept?.multipart });
    expect(await sizeOf(url, onS3.admin)).toBe(PART + MIB);
    expect((await onS3.storageOf(url))?.staleSince).toBeNull();
  });

  it("goes back only after one minute when the store reports fewer bytes than before", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(2 * PART);
    const url = await create(server, onS3.admin, bytes.length);
    await patch(url, onS3.admin, 0, bytes.subarray(0, PART + MIB));
    await onS3.client.send(new DeleteObjectCommand({ Bucket: onS3.bucket, Key: (await onS3.storageOf(url))?.tail ?? "" }));
    expect((await send(url, "HEAD", onS3.admin.bearer)).status).toBe(423);
    await onS3.haveBeenStaleFor(url, 61);
    expect(await sizeOf(url, onS3.admin)).toBe(PART);
    expect((await patch(url, onS3.admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("is gone when takeovers have used all part numbers", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 2 * PART);
    await onS3.keep(url, { ...(await onS3.storageOf(url)), from: 10_000 });
    expect((await patch(url, onS3.admin, 0, randomBytes(PART))).status).toBe(204);
    expect((await patch(url, onS3.admin, PART, randomBytes(PART))).status).toBe(410);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });
});
