import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type FaultProxy, openFaultProxy } from "../../services/fault-proxy";
import type { SignedIn } from "../../setup/signed-in";

const store = inject("objectStore");
const proxy: FaultProxy | null = store && (await openFaultProxy(store));
// Before anything asks for the settings.
if (proxy) process.env.S3_ENDPOINT = proxy.access.endpoint;

const { db } = await import("@/lib/db");
const { findUploadStorage } = await import("@/lib/uploads/receiving");
const { blobKeySchema } = await import("@/lib/blobs/store");
const { signedIn } = await import("../../setup/signed-in");
const { create, idOf, patch, send, sizeOf, startUploadServer } = await import("./upload-server");

const PART = 16 * 1024 * 1024;

describe.skipIf(proxy === null)("uploads on an S3 that is not as the others", () => {
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

  it("begin anew where it joins all parts or none, and a lost writer has left one", async () => {
    const url = await create(server, admin, 2 * PART);
    expect((await patch(url, admin, 0, randomBytes(PART))).status).toBe(204);
    const id = idOf(url);
    const storage = await findUploadStorage(blobKeySchema.parse(id));
    // Its part 2 is the lost writer's: the next one goes on with 4.
    await db().upload.update({ where: { id }, data: { storage: { ...storage, spans: [[1, 1]], from: 4 } } });
    const { S3Requests } = await import("@/lib/blobs/s3/requests");
    const { createS3Client } = await import("@/lib/blobs/s3-client");
    const { env } = await import("@/lib/env");
    const { s3 } = env();
    if (!s3) throw new Error("There is no object store.");
    const requests = new S3Requests(createS3Client(s3), s3.bucket);
    await requests.putPart(id, storage?.multipart ?? "", 2, randomBytes(PART), new AbortController().signal);
    requests.client.destroy();

    proxy?.set(({ operation }) => (operation === "CompleteMultipartUpload" ? { kind: "status", status: 400, code: "InvalidPart" } : null));
    expect((await patch(url, admin, PART, randomBytes(PART))).status).toBe(410);
    expect(await db().upload.count({ where: { id } })).toBe(0);
  });

  it("stay when it refuses to join what is listed whole", async () => {
    const url = await create(server, admin, PART + 10);
    proxy?.set(({ operation }) => (operation === "CompleteMultipartUpload" ? { kind: "status", status: 400, code: "InvalidPart" } : null));
    expect((await patch(url, admin, 0, randomBytes(PART + 10))).status).toBe(500);
    proxy?.set(null);
    expect(await sizeOf(url, admin)).toBe(PART + 10);
  });

  it("are listed once for each request that brings bytes, unless it brings the last", async () => {
    const url = await create(server, admin, 2 * PART);
    expect(asked("ListParts")).toBe(0);
    await patch(url, admin, 0, randomBytes(1000));
    expect(asked("ListParts")).toBe(1);
  });

  it("are whole also when what lies beside them cannot be listed", async () => {
    const url = await create(server, admin, PART);
    proxy?.set(({ operation }) => (operation === "ListObjectsV2" ? { kind: "status", status: 403, code: "AccessDenied" } : null));
    expect((await patch(url, admin, 0, randomBytes(PART))).status).toBe(204);
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
  });

  it("are deleted where it lists no unfinished ones", async () => {
    const url = await create(server, admin, 100);
    proxy?.set(({ operation }) => (operation === "ListMultipartUploads" ? { kind: "status", status: 501, code: "NotImplemented" } : null));
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });

  it.each([
    [403, "QuotaExceeded"],
    [507, "XMinioStorageFull"],
  ])("are told that there is no space where it is full (%s %s)", async (status, code) => {
    const url = await create(server, admin, 2 * PART);
    proxy?.set(({ operation }) => (operation === "UploadPart" ? { kind: "status", status, code } : null));
    const answer = await patch(url, admin, 0, randomBytes(PART));
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "60" } });
    proxy?.set(null);
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(200);
  });
});
