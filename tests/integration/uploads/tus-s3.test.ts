import { createHash, randomBytes } from "node:crypto";
import { CompleteMultipartUploadCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { until } from "../../setup/until";
import { contentsOf, create, idOf, isWrittenTo, keptOf, patch, sizeOf } from "./upload-server";
import { MIB, PART, useUploadsOnS3 } from "./uploads-on-s3";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!isOnS3())("an upload on S3", () => {
  const onS3 = useUploadsOnS3();

  it("has equal parts whatever the requests were, and leaves no other objects", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(2 * PART + 5 * MIB);
    const url = await create(server, onS3.admin, bytes.length);
    for (let at = 0; at < bytes.length; at += 10 * MIB) {
      const answer = await patch(url, onS3.admin, at, bytes.subarray(at, at + 10 * MIB));
      expect(answer.status).toBe(204);
      if (at === 20 * MIB) expect((await onS3.partsOf(url)).map(({ Size }) => Size)).toEqual([PART]);
    }
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    await expect.poll(() => keptOf(url)).toEqual([idOf(url)]);
    expect(await findCompleteUpload(actorOf(onS3.admin), idOf(url))).toMatchObject({ size: bytes.length });
  });

  it("keeps the bytes of a request body that ends early", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(PART + 3 * MIB);
    const url = await create(server, onS3.admin, bytes.length);
    const sent = onS3.beginPatch(url, 0, bytes.length, bytes.subarray(0, PART + MIB));
    await until("the first part is stored", async () => (await onS3.partsOf(url)).length === 1);
    sent.destroy();
    await until("the rest of it is stored", async () => ((await sizeOf(url, onS3.admin)) ?? 0) > PART);
    const offset = (await sizeOf(url, onS3.admin)) ?? 0;
    expect(offset).toBeLessThanOrEqual(PART + MIB);
    expect((await patch(url, onS3.admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("continues at another process after a kill, and loses only the unfinished part", async () => {
    const bytes = randomBytes(2 * PART);
    const [first, second] = [await onS3.startProcess(), await onS3.startProcess()];
    const url = await create(first, onS3.admin, bytes.length);
    expect((await patch(url, onS3.admin, 0, bytes.subarray(0, MIB))).status).toBe(204);
    onS3.beginPatch(url, MIB, bytes.length - MIB, bytes.subarray(MIB, PART + 4 * MIB));
    await until("the first part is stored", async () => (await onS3.partsOf(url)).length === 1);
    await first.kill("SIGKILL");

    const there = url.replace(`:${first.port}`, `:${second.port}`);
    // The request waits until the lease of the dead process has run out.
    expect(await sizeOf(there, onS3.admin)).toBe(PART);
    expect((await patch(there, onS3.admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    // Late parts of the dead process have numbers that do not count.
    const storage = await onS3.storageOf(url);
    expect(storage).toMatchObject({ spans: [[1, 1]], from: 6 });
  });

  it("counts against the quota during one long request", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 2 * PART);
    const sent = onS3.beginPatch(url, 0, 2 * PART, randomBytes(MIB));
    await until("it is written to", () => isWrittenTo(url));
    await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: new Date(0) } });
    sent.write(randomBytes(PART));
    await until("the first part counts", async () => (await onS3.storageOf(url))?.received === PART);
    expect((await onS3.storageOf(url))?.writer).not.toBeNull();
    sent.destroy();
    const { expiresAt } = await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("keeps the part size that it began with", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(13 * MIB);
    const url = await create(server, onS3.admin, bytes.length);
    await onS3.keep(url, { ...(await onS3.storageOf(url)), partBytes: 5 * MIB });
    expect((await patch(url, onS3.admin, 0, bytes.subarray(0, 6 * MIB))).status).toBe(204);
    expect(await sizeOf(url, onS3.admin)).toBe(6 * MIB);
    expect((await onS3.partsOf(url)).map(({ Size }) => Size)).toEqual([5 * MIB]);
    expect((await patch(url, onS3.admin, 6 * MIB, bytes.subarray(6 * MIB))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it.each([
    ["the next HEAD", async (url: string) => expect(await sizeOf(url, onS3.admin)).toBe(PART + 10)],
    ["a PATCH of nothing", async (url: string) => expect((await patch(url, onS3.admin, PART + 10, Buffer.alloc(0))).status).toBe(204)],
  ])("is joined by %s when the join after the last part was missed", async (_what, heal) => {
    const server = await onS3.startServer();
    const bytes = randomBytes(PART + 10);
    const url = await create(server, onS3.admin, bytes.length);
    await patch(url, onS3.admin, 0, bytes.subarray(0, PART));
    await onS3.client.send(new UploadPartCommand({ ...(await onS3.target(url)), PartNumber: 2, Body: bytes.subarray(PART) }));
    expect(await findCompleteUpload(actorOf(onS3.admin), idOf(url))).toBeNull();
    await heal(url);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
  });

  it("completes when the store has joined it and the response was lost", async () => {
    const server = await onS3.startServer();
    const bytes = randomBytes(PART + 10);
    const url = await create(server, onS3.admin, bytes.length);
    await patch(url, onS3.admin, 0, bytes.subarray(0, PART));
    const upload = await onS3.target(url);
    await onS3.client.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: bytes.subarray(PART) }));
    const Parts = (await onS3.partsOf(url)).map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    await onS3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    expect(await sizeOf(url, onS3.admin)).toBe(bytes.length);
    expect(await findCompleteUpload(actorOf(onS3.admin), idOf(url))).toMatchObject({ size: bytes.length });
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("can be empty", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 0);
    expect(await blobStore().size(blobKeySchema.parse(idOf(url)))).toBe(0);
    expect(await findCompleteUpload(actorOf(onS3.admin), idOf(url))).toMatchObject({ size: 0 });
    expect(await sizeOf(url, onS3.admin)).toBe(0);
  });

  it("gives the same offset to many HEAD requests at once", async () => {
    const server = await onS3.startServer();
    const url = await create(server, onS3.admin, 100);
    await patch(url, onS3.admin, 0, randomBytes(10));
    expect(await Promise.all(Array.from({ length: 8 }, () => sizeOf(url, onS3.admin)))).toEqual(new Array(8).fill(10));
  });
});
