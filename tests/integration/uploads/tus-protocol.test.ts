import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import {
  contentsOf,
  create,
  idOf,
  keptOf,
  metadataHeader,
  OFFSET_BODY,
  patch,
  send,
  sizeOf,
  startUploadServer,
  type UploadServer,
} from "./upload-server";

const DAY_MS = 86_400_000;

let server: UploadServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.close());

describe("a PATCH request", () => {
  it("appends its part, and the last one makes the upload a blob before it is answered", async () => {
    const bytes = randomBytes(3_000_000);
    const url = await create(server, admin, bytes.length, { "Upload-Metadata": metadataHeader({ filename: "map.zip" }) });
    for (let at = 0; at < bytes.length; at += 700_000) {
      expect(await findCompleteUpload(actorOf(admin), idOf(url))).toBeNull();
      expect(await send(url, "HEAD", admin.bearer)).toMatchObject({
        status: 200,
        headers: { "upload-offset": String(at), "upload-length": "3000000", "cache-control": "no-store" },
      });
      expect((await patch(url, admin, at, bytes.subarray(at, at + 700_000))).status).toBe(204);
    }
    expect(await db().blob.findUnique({ where: { key: idOf(url) } })).toMatchObject({ size: 3_000_000n });
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toEqual({
      blobKey: idOf(url),
      size: 3_000_000,
      metadata: { filename: "map.zip" },
    });
    expect((await contentsOf(url)).equals(bytes)).toBe(true);
  });

  it.each([
    ["an offset too far", "11", 409],
    ["an offset too near", "9", 409],
    ["no offset", null, 400],
    ["a negative offset", "-1", 400],
    ["a fraction", "10.0", 400],
    ["an exponent", "1e1", 400],
    ["half a byte", "0.5", 400],
    ["an empty offset", "", 400],
    ["an offset beyond the end", "1000", 409],
  ])("is refused with %s and changes nothing", async (_what, offset, status) => {
    const url = await create(server, admin, 100);
    const first = randomBytes(10);
    await patch(url, admin, 0, first);
    const headers = { ...admin.bearer, ...OFFSET_BODY, ...(offset === null ? {} : { "Upload-Offset": offset }) };
    const answer = await send(url, "PATCH", headers, randomBytes(20));
    expect(answer).toMatchObject({ status, headers: { "tus-resumable": "1.0.0", "content-type": "application/json; charset=utf-8" } });
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: expect.stringMatching(/offset/i) });
    const rest = randomBytes(90);
    expect((await patch(url, admin, 10, rest)).status).toBe(204);
    expect(await contentsOf(url)).toEqual(Buffer.concat([first, rest]));
  });

  it("is refused when it has more bytes than announced", async () => {
    const url = await create(server, admin, 100);
    expect((await patch(url, admin, 0, randomBytes(101))).status).toBe(413);
    expect(await sizeOf(url, admin)).toBe(0);
    const bytes = randomBytes(100);
    expect((await patch(url, admin, 0, bytes)).status).toBe(204);
    expect((await patch(url, admin, 100, randomBytes(1))).status).toBe(413);
    expect(await contentsOf(url)).toEqual(bytes);
  });

  it("is refused when it has more bytes than announced and no Content-Length", async () => {
    const url = await create(server, admin, 100);
    const chunked = { "Transfer-Encoding": "chunked" };
    expect((await patch(url, admin, 0, randomBytes(60), chunked)).status).toBe(204);
    expect((await patch(url, admin, 60, randomBytes(5_000), chunked)).status).toBe(413);
    expect(await sizeOf(url, admin)).toBeLessThanOrEqual(100);
    const rest = await send(url, "HEAD", admin.bearer);
    const offset = Number(rest.headers["upload-offset"]);
    expect((await patch(url, admin, offset, randomBytes(100 - offset))).status).toBe(204);
  });

  it("is refused without the content type of the protocol", async () => {
    const url = await create(server, admin, 10);
    const headers = { ...admin.bearer, "Upload-Offset": "0" };
    for (const type of [{ "Content-Type": "application/json" }, { "Content-Type": "" }, {}]) {
      const answer = await send(url, "PATCH", { ...headers, ...type } as Record<string, string>, randomBytes(5));
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: "The body must be application/offset+octet-stream." });
    }
    expect(await sizeOf(url, admin)).toBe(0);
    const shouted = { ...headers, "Content-Type": "Application/Offset+Octet-Stream" };
    expect((await send(url, "PATCH", shouted, randomBytes(5))).status).toBe(204);
  });

  it("is accepted with the headers of proxies", async () => {
    const url = await create(server, admin, 10);
    const proxied = { "X-Forwarded-Proto": "https,http", "Tus-Version": "0.1" };
    expect((await patch(url, admin, 0, randomBytes(10), proxied)).status).toBe(204);
  });

  it.each(["", "0.2.2", "1.0"])("is refused without the protocol's version: %j", async (version) => {
    const answer = await send(server.endpoint, "POST", { ...admin.bearer, "Upload-Length": "5", "Tus-Resumable": version });
    expect(answer).toMatchObject({ status: 412, headers: { "tus-version": "1.0.0" } });
  });

  it("is answered when it is refused, however many bytes are still to come", async () => {
    const url = await create(server, admin, 50_000_000);
    const first = await patch(url, admin, 5, Buffer.alloc(10 * 1024 * 1024));
    expect(first.status).toBe(409);
    expect(JSON.parse(first.body)).toMatchObject({ success: false, message: "Upload-Offset conflict" });
  });
});

describe("an upload", () => {
  it("expires later after every part", async () => {
    const url = await create(server, admin, 100);
    const soon = new Date(Date.now() + DAY_MS);
    await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: soon } });
    expect((await patch(url, admin, 0, randomBytes(10))).status).toBe(204);
    const row = await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } });
    expect(row.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  });

  it("returns 410 after it has expired", async () => {
    const url = await create(server, admin, 100);
    await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(410);
    expect((await patch(url, admin, 0, randomBytes(10))).status).toBe(410);
  });

  it("is deleted with its bytes", async () => {
    const url = await create(server, admin, 100);
    await patch(url, admin, 0, randomBytes(10));
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toBeNull();
    // A store may list a deleted object for a moment.
    await expect.poll(() => keptOf(url)).toEqual([]);
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(404);
    expect((await patch(url, admin, 10, randomBytes(10))).status).toBe(404);
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(404);
  });

  it("is deleted with its blob when it is finished and unused", async () => {
    const url = await create(server, admin, 10);
    await patch(url, admin, 0, randomBytes(10));
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
    expect(await db().blob.findUnique({ where: { key: idOf(url) } })).toBeNull();
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toBeNull();
  });

  it("is kept when it is finished and an import uses it", async () => {
    const url = await create(server, admin, 10);
    await patch(url, admin, 0, randomBytes(10));
    const started = await db().import.create({ data: { safeName: "in-use", projectName: "In use", source: "zip", blobKey: idOf(url) } });
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(409);
    await db().import.update({ where: { id: started.id }, data: { status: "failed" } });
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
  });

  it("is kept when it is finished and a map uses it", async () => {
    const url = await create(server, admin, 10);
    await patch(url, admin, 0, randomBytes(10));
    const tree = await db().tree.create({ data: {} });
    await db().entry.create({ data: { treeId: tree.id, kind: "file", name: "index.html", blobKey: idOf(url) } });
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(409);
    expect(await contentsOf(url)).toHaveLength(10);
  });

  it("returns 410 when its bytes are missing", async () => {
    const url = await create(server, admin, 10);
    await patch(url, admin, 0, randomBytes(10));
    await blobStore().delete(blobKeySchema.parse(idOf(url)));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toBeNull();
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(410);
  });
});
