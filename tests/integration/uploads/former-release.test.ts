import { createHash, randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { db } from "@/lib/db/client";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { contentsOf, fileOf, idOf, keptOf, patch, send, sizeOf, startUploadServer, type UploadServer } from "./upload-server";
import { MIB, PART, useUploadsOnS3 } from "./uploads-on-s3";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Adds the rows of an upload that release 1 was receiving when it stopped. */
async function addRows(admin: SignedIn, url: string, length: number, storage: object | null): Promise<void> {
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const metadata = { filename: "map.zip", uploadType: "zip" };
  await db().upload.create({
    data: { id: idOf(url), ownerId: admin.account.id, length, metadata, expiresAt, ...(storage && { storage }) },
  });
}

/** Adds the lock of a process that was killed a minute ago. */
async function addDeadLock(url: string): Promise<string> {
  const token = randomUUID();
  await db()
    .$executeRaw`INSERT INTO "UploadLock" ("uploadId", token, "renewedAt") VALUES (${idOf(url)}, ${token}::uuid, now() - interval '1 minute')`;
  return token;
}

describe("an upload that the former release began", () => {
  const onS3 = useUploadsOnS3();
  let server: UploadServer;
  let admin: SignedIn;
  beforeAll(async () => {
    [server, admin] = [await startUploadServer(), await signedIn("admin")];
  });
  afterAll(() => server.close());

  const newUrl = () => `${server.endpoint}${newBlobKey()}`;

  async function expectToGoOn(url: string, bytes: Buffer, offset: number): Promise<void> {
    expect(await send(url, "HEAD", admin.bearer)).toMatchObject({
      status: 200,
      headers: { "upload-offset": String(offset), "upload-length": String(bytes.length) },
    });
    expect((await patch(url, admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
  }

  it.skipIf(isOnS3())("continues from the size of its file", async () => {
    const bytes = randomBytes(1_000_000);
    const url = newUrl();
    await addRows(admin, url, bytes.length, null);
    await writeFile(fileOf(url), bytes.subarray(0, 400_000));
    await expectToGoOn(url, bytes, 400_000);
  });

  it.skipIf(isOnS3())("continues after its process was killed with the lock, a writer and a copy of the file", async () => {
    const bytes = randomBytes(1_000_000);
    const url = newUrl();
    await addRows(admin, url, bytes.length, { writer: await addDeadLock(url) });
    await writeFile(fileOf(url), bytes.subarray(0, 400_000));
    await writeFile(`${fileOf(url)}.copy`, bytes.subarray(0, 100_000));
    await expectToGoOn(url, bytes, 400_000);
  });

  /** Stores one part of an upload, a tail and a metadata object, under the names of the former release. */
  async function store(url: string, bytes: Buffer): Promise<{ multipart: string; tail: string }> {
    const target = { Bucket: onS3.bucket, Key: idOf(url) };
    const { UploadId: multipart = "" } = await onS3.client.send(new CreateMultipartUploadCommand(target));
    const part = { ...target, UploadId: multipart, PartNumber: 1, Body: bytes.subarray(0, PART) };
    await onS3.client.send(new UploadPartCommand(part));
    const tail = `${idOf(url)}.1-${PART}.part`;
    await onS3.client.send(new PutObjectCommand({ Bucket: onS3.bucket, Key: tail, Body: bytes.subarray(PART, PART + MIB) }));
    await onS3.client.send(new PutObjectCommand({ Bucket: onS3.bucket, Key: `${idOf(url)}.info`, Body: Buffer.from("{}") }));
    return { multipart, tail };
  }

  it.skipIf(!isOnS3())("continues from its parts and the tail object, and leaves no other objects", async () => {
    const bytes = randomBytes(2 * PART);
    const url = newUrl();
    const { multipart, tail } = await store(url, bytes);
    const received = PART + MIB;
    await addRows(admin, url, bytes.length, { multipart, tail, received, spans: [], from: 1, partBytes: PART, doubtedSince: Date.now() });
    await expectToGoOn(url, bytes, received);
    await expect.poll(() => keptOf(url)).toEqual([idOf(url)]);
  });

  it.skipIf(!isOnS3())("continues with other part numbers after its process was killed", async () => {
    const bytes = randomBytes(2 * PART);
    const url = newUrl();
    const { multipart } = await store(url, bytes);
    const writer = await addDeadLock(url);
    await addRows(admin, url, bytes.length, { writer, multipart, tail: null, received: 0, spans: [], from: 1, partBytes: PART });
    expect(await sizeOf(url, admin)).toBe(PART + MIB);
    await expectToGoOn(url, bytes, PART + MIB);
    expect(await onS3.storageOf(url)).toMatchObject({ spans: [[1, 1]], from: 4 });
  });
});
