import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type FaultProxy, failNthCall, openFaultProxy } from "../../services/fault-proxy";
import type { SignedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

const store = inject("objectStore");
const proxy: FaultProxy | null = store && (await openFaultProxy(store));
// The settings are parsed on first use.
if (proxy) process.env.S3_ENDPOINT = proxy.access.endpoint;

const { db } = await import("@/lib/db/client");
const { findUploadStorage } = await import("@/lib/imports/uploads/receiving");
const { blobKeySchema } = await import("@/lib/blobs/store");
const { signedIn } = await import("../../setup/signed-in");
const { contentsOf, create, idOf, patch, send, sizeOf, startUploadServer } = await import("./upload-server");

const PART = 16 * 1024 * 1024;

describe.skipIf(proxy === null)("an upload on an S3 store with faults or without some features", () => {
  let admin: SignedIn;
  let server: Awaited<ReturnType<typeof startUploadServer>>;

  beforeAll(async () => {
    admin = await signedIn("admin");
    server = await startUploadServer();
  });
  beforeEach(() => proxy?.forget());
  afterEach(() => proxy?.set(null));
  afterAll(async () => {
    await server.close();
    await proxy?.close();
  });

  const asked = (operation: string) => proxy?.seen.filter((seen) => seen.operation === operation).length;

  it("is gone when the store can join only all parts or none, and a lost writer has left one", async () => {
    const url = await create(server, admin, 2 * PART);
    expect((await patch(url, admin, 0, randomBytes(PART))).status).toBe(204);
    const id = idOf(url);
    const storage = await findUploadStorage(blobKeySchema.parse(id));
    // Part 2 is from a lost writer. The next writer continues with part 4.
    await db().upload.update({ where: { id }, data: { storage: { ...storage, spans: [[1, 1]], from: 4 } } });
    const { S3Requests } = await import("@/lib/blobs/s3/requests");
    const { createS3Client } = await import("@/lib/blobs/s3/client");
    const { env } = await import("@/lib/env");
    const { s3 } = env();
    if (!s3) throw new Error("There is no object store.");
    const requests = new S3Requests(createS3Client(s3), s3);
    await requests.putPart(id, storage?.multipart ?? "", 2, randomBytes(PART), new AbortController().signal);
    requests.client.destroy();

    proxy?.set(({ operation }) => (operation === "CompleteMultipartUpload" ? { kind: "status", status: 400, code: "InvalidPart" } : null));
    expect((await patch(url, admin, PART, randomBytes(PART))).status).toBe(410);
    expect(await db().upload.count({ where: { id } })).toBe(0);
  });

  it("sends four parts side by side, and no more", async () => {
    const bytes = randomBytes(6 * PART);
    const url = await create(server, admin, bytes.length);
    proxy?.set(({ operation }) => (operation === "UploadPart" ? { kind: "hang" } : null));
    const answer = patch(url, admin, 0, bytes);
    await until("four parts are on the way", () => asked("UploadPart") === 4);
    await pause(500);
    expect(asked("UploadPart")).toBe(4);
    // Ends the requests. The SDK repeats them.
    proxy?.set(null);
    expect((await answer).status).toBe(204);
    expect((await contentsOf(url)).equals(bytes)).toBe(true);
  });

  it("continues before a part that failed, and ignores those stored after it", async () => {
    const [first, second] = [randomBytes(4 * PART), randomBytes(4 * PART)];
    const url = await create(server, admin, first.length);
    proxy?.set(failNthCall(2, { kind: "status", status: 500 }, (operation) => operation === "UploadPart"));
    expect((await patch(url, admin, 0, first)).status).toBe(503);
    proxy?.set(null);
    const offset = (await sizeOf(url, admin)) ?? 0;
    expect([0, PART, 2 * PART, 3 * PART]).toContain(offset);
    // Different bytes show which parts were joined.
    expect((await patch(url, admin, offset, second.subarray(offset))).status).toBe(204);
    expect((await contentsOf(url)).equals(Buffer.concat([first.subarray(0, offset), second.subarray(offset)]))).toBe(true);
  });

  it("is kept when the store refuses to join a complete list of parts", async () => {
    const url = await create(server, admin, PART + 10);
    proxy?.set(({ operation }) => (operation === "CompleteMultipartUpload" ? { kind: "status", status: 400, code: "InvalidPart" } : null));
    expect((await patch(url, admin, 0, randomBytes(PART + 10))).status).toBe(500);
    proxy?.set(null);
    expect(await sizeOf(url, admin)).toBe(PART + 10);
  });

  it("is listed once by a request that does not bring the last bytes", async () => {
    const url = await create(server, admin, 2 * PART);
    expect(asked("ListParts")).toBe(0);
    await patch(url, admin, 0, randomBytes(1000));
    expect(asked("ListParts")).toBe(1);
  });

  it("completes when its additional objects can't be listed", async () => {
    const url = await create(server, admin, PART);
    proxy?.set(({ operation }) => (operation === "ListObjectsV2" ? { kind: "status", status: 403, code: "AccessDenied" } : null));
    expect((await patch(url, admin, 0, randomBytes(PART))).status).toBe(204);
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
  });

  it("is deleted on a store that does not list unfinished uploads", async () => {
    const url = await create(server, admin, 100);
    proxy?.set(({ operation }) => (operation === "ListMultipartUploads" ? { kind: "status", status: 501, code: "NotImplemented" } : null));
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });

  it.each([
    [403, "QuotaExceeded"],
    [507, "XMinioStorageFull"],
  ])("returns 503 when the store is full (%s %s)", async (status, code) => {
    const url = await create(server, admin, 2 * PART);
    proxy?.set(({ operation }) => (operation === "UploadPart" ? { kind: "status", status, code } : null));
    const answer = await patch(url, admin, 0, randomBytes(PART));
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "60" } });
    proxy?.set(null);
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(200);
  });
});
