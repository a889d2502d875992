import { createHash, randomBytes } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  DeleteObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { createS3Client } from "@/lib/blobs/s3-client";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { findCompleteUpload } from "@/lib/uploads/data";
import { findUploadStorage } from "@/lib/uploads/receiving";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { until } from "../../setup/until";
import { forkUploadServer, type UploadProcess } from "./upload-process";
import { contentsOf, create, idOf, isWrittenTo, keptOf, OFFSET_BODY, patch, send, sizeOf, startUploadServer } from "./upload-server";

const PART = 16 * 1024 * 1024;
const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!isOnS3())("uploads on S3", () => {
  let admin: SignedIn;
  let client: S3Client;
  const bucket = () => env().s3?.bucket ?? "";
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    admin = await signedIn("admin");
    const { s3 } = env();
    if (s3) client = createS3Client(s3);
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  afterAll(() => client.destroy());

  async function startServer() {
    const server = await startUploadServer();
    cleanUps.push(() => server.close());
    return server;
  }

  async function startProcess(port = 0): Promise<UploadProcess> {
    const started = await forkUploadServer(port);
    cleanUps.push(() => started.child.exitCode === null && started.child.signalCode === null && started.kill("SIGKILL"));
    return started;
  }

  const storageOf = (url: string) => findUploadStorage(blobKeySchema.parse(idOf(url)));
  const multipartOf = async (url: string) => (await storageOf(url))?.multipart ?? "";

  async function keep(url: string, storage: object): Promise<void> {
    await db().upload.update({ where: { id: idOf(url) }, data: { storage } });
  }

  /** As if the store had told less of an upload than it had for so long. */
  async function haveDoubtedFor(url: string, seconds: number): Promise<void> {
    await keep(url, { ...(await storageOf(url)), doubtedSince: Date.now() - seconds * 1000 });
  }

  async function target(url: string) {
    return { Bucket: bucket(), Key: idOf(url), UploadId: await multipartOf(url) };
  }

  async function partsOf(url: string) {
    return (await client.send(new ListPartsCommand(await target(url)))).Parts ?? [];
  }

  /** A PATCH that has sent only some of what it announces. */
  function beginPatch(url: string, offset: number, length: number, first: Buffer): ClientRequest {
    const headers = { ...admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": offset, "Content-Length": length };
    const sent = request(url, { method: "PATCH", headers, agent: false });
    sent.on("error", () => undefined);
    sent.write(first);
    return sent;
  }

  it("are made of equal parts, whatever the requests were, and leave nothing beside the object", async () => {
    const server = await startServer();
    const bytes = randomBytes(2 * PART + 5 * MIB);
    const url = await create(server, admin, bytes.length);
    for (let at = 0; at < bytes.length; at += 10 * MIB) {
      const answer = await patch(url, admin, at, bytes.subarray(at, at + 10 * MIB));
      expect(answer.status).toBe(204);
      if (at === 20 * MIB) expect((await partsOf(url)).map(({ Size }) => Size)).toEqual([PART]);
    }
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    await expect.poll(() => keptOf(url), { timeout: 20_000 }).toEqual([idOf(url)]);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
  });

  it("keep what a body has brought that ends early", async () => {
    const server = await startServer();
    const bytes = randomBytes(PART + 3 * MIB);
    const url = await create(server, admin, bytes.length);
    const sent = beginPatch(url, 0, bytes.length, bytes.subarray(0, PART + MIB));
    await until("the first part is stored", async () => (await partsOf(url)).length === 1);
    sent.destroy();
    await until("the rest of it is stored", async () => ((await sizeOf(url, admin)) ?? 0) > PART);
    const offset = (await sizeOf(url, admin)) ?? 0;
    expect(offset).toBeLessThanOrEqual(PART + MIB);
    expect((await patch(url, admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("go on at another process when one is killed in the middle of a part, which alone is sent again", async () => {
    const bytes = randomBytes(2 * PART);
    const [first, second] = [await startProcess(), await startProcess()];
    const url = await create(first, admin, bytes.length);
    expect((await patch(url, admin, 0, bytes.subarray(0, MIB))).status).toBe(204);
    beginPatch(url, MIB, bytes.length - MIB, bytes.subarray(MIB, PART + 4 * MIB));
    await until("the first part is stored", async () => (await partsOf(url)).length === 1);
    await first.kill("SIGKILL");

    const there = url.replace(`:${first.port}`, `:${second.port}`);
    // The dead one's lease has to run out; the request waits for it.
    expect(await sizeOf(there, admin)).toBe(PART);
    expect((await patch(there, admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    // What the dead one could still have had in flight has numbers that do not count.
    const storage = await findUploadStorage(blobKeySchema.parse(idOf(url)));
    expect(storage).toMatchObject({ spans: [[1, 1]], from: 4 });
  });

  it("do not take a part that a lost writer stores too late", async () => {
    const server = await startServer();
    const bytes = randomBytes(2 * PART);
    const url = await create(server, admin, bytes.length);
    expect((await patch(url, admin, 0, bytes.subarray(0, PART + MIB))).status).toBe(204);
    const id = idOf(url);
    const row = await db().upload.findUniqueOrThrow({ where: { id } });
    // As if it had been paused while it sent its next part.
    await db().upload.update({ where: { id }, data: { storage: { ...(row.storage as object), writer: "somebody lost" } } });
    expect((await patch(url, admin, PART + MIB, bytes.subarray(PART + MIB, PART + 2 * MIB))).status).toBe(204);
    await client.send(new UploadPartCommand({ ...(await target(url)), PartNumber: 2, Body: randomBytes(PART) }));
    expect(await sizeOf(url, admin)).toBe(PART + 2 * MIB);
    expect((await patch(url, admin, PART + 2 * MIB, bytes.subarray(PART + 2 * MIB))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("do not count parts behind a gap", async () => {
    const server = await startServer();
    const bytes = randomBytes(3 * PART);
    const url = await create(server, admin, bytes.length);
    await patch(url, admin, 0, bytes.subarray(0, PART));
    await client.send(new UploadPartCommand({ ...(await target(url)), PartNumber: 3, Body: randomBytes(PART) }));
    expect(await sizeOf(url, admin)).toBe(PART);
    expect((await patch(url, admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("begin anew when the store has given one up behind our back", async () => {
    const server = await startServer();
    const url = await create(server, admin, 2 * PART);
    await patch(url, admin, 0, randomBytes(PART + MIB));
    await client.send(new AbortMultipartUploadCommand(await target(url)));
    // One answer may be that of a server which is behind the others.
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(423);
    expect((await patch(url, admin, PART + MIB, Buffer.alloc(0))).status).toBe(503);
    await haveDoubtedFor(url, 61);
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(410);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(404);
    await expect.poll(() => keptOf(url), { timeout: 20_000 }).toEqual([]);
  });

  it("are believed in again when the store tells of all of one after all", async () => {
    const server = await startServer();
    const url = await create(server, admin, 2 * PART);
    await patch(url, admin, 0, randomBytes(PART + MIB));
    const kept = await storageOf(url);
    await keep(url, { ...kept, multipart: "unknown" });
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(423);
    expect((await storageOf(url))?.doubtedSince).toBeGreaterThan(0);
    await haveDoubtedFor(url, 61);
    await keep(url, { ...(await storageOf(url)), multipart: kept?.multipart });
    expect(await sizeOf(url, admin)).toBe(PART + MIB);
    expect((await storageOf(url))?.doubtedSince).toBeNull();
  });

  it("do not go back at once when the store lists less of one than it had", async () => {
    const server = await startServer();
    const bytes = randomBytes(2 * PART);
    const url = await create(server, admin, bytes.length);
    await patch(url, admin, 0, bytes.subarray(0, PART + MIB));
    await client.send(new DeleteObjectCommand({ Bucket: bucket(), Key: (await storageOf(url))?.tail ?? "" }));
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(423);
    await haveDoubtedFor(url, 61);
    expect(await sizeOf(url, admin)).toBe(PART);
    expect((await patch(url, admin, PART, bytes.subarray(PART))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("count against the quota while one request goes on bringing them", async () => {
    const server = await startServer();
    const url = await create(server, admin, 2 * PART);
    const sent = beginPatch(url, 0, 2 * PART, randomBytes(MIB));
    await until("it is written to", () => isWrittenTo(url));
    await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: new Date(0) } });
    sent.write(randomBytes(PART));
    await until("the first part counts", async () => (await storageOf(url))?.received === PART);
    expect((await storageOf(url))?.writer).not.toBeNull();
    sent.destroy();
    const { expiresAt } = await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("go on with parts of the size that they were begun with", async () => {
    const server = await startServer();
    const bytes = randomBytes(13 * MIB);
    const url = await create(server, admin, bytes.length);
    await keep(url, { ...(await storageOf(url)), partBytes: 5 * MIB });
    expect((await patch(url, admin, 0, bytes.subarray(0, 6 * MIB))).status).toBe(204);
    expect(await sizeOf(url, admin)).toBe(6 * MIB);
    expect((await partsOf(url)).map(({ Size }) => Size)).toEqual([5 * MIB]);
    expect((await patch(url, admin, 6 * MIB, bytes.subarray(6 * MIB))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("begin anew when take-overs have used up the numbers of parts", async () => {
    const server = await startServer();
    const url = await create(server, admin, 2 * PART);
    await keep(url, { ...(await storageOf(url)), from: 10_000 });
    expect((await patch(url, admin, 0, randomBytes(PART))).status).toBe(204);
    expect((await patch(url, admin, PART, randomBytes(PART))).status).toBe(410);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });

  it.each([
    ["the next HEAD", async (url: string) => expect(await sizeOf(url, admin)).toBe(PART + 10)],
    ["a PATCH of nothing", async (url: string) => expect((await patch(url, admin, PART + 10, Buffer.alloc(0))).status).toBe(204)],
  ])("are joined by %s when that had failed after the last part", async (_what, heal) => {
    const server = await startServer();
    const bytes = randomBytes(PART + 10);
    const url = await create(server, admin, bytes.length);
    await patch(url, admin, 0, bytes.subarray(0, PART));
    await client.send(new UploadPartCommand({ ...(await target(url)), PartNumber: 2, Body: bytes.subarray(PART) }));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toBeNull();
    await heal(url);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
  });

  it("are finished when the store has joined one and nobody heard of it", async () => {
    const server = await startServer();
    const bytes = randomBytes(PART + 10);
    const url = await create(server, admin, bytes.length);
    await patch(url, admin, 0, bytes.subarray(0, PART));
    const upload = await target(url);
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: bytes.subarray(PART) }));
    const Parts = (await partsOf(url)).map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    expect(await sizeOf(url, admin)).toBe(bytes.length);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("may be empty", async () => {
    const server = await startServer();
    const url = await create(server, admin, 0);
    expect(await blobStore().size(blobKeySchema.parse(idOf(url)))).toBe(0);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: 0 });
    expect(await sizeOf(url, admin)).toBe(0);
  });

  it("answer many HEADs at once alike", async () => {
    const server = await startServer();
    const url = await create(server, admin, 100);
    await patch(url, admin, 0, randomBytes(10));
    expect(await Promise.all(Array.from({ length: 8 }, () => sizeOf(url, admin)))).toEqual(new Array(8).fill(10));
  });
});
