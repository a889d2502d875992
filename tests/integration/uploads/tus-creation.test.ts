import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import {
  contentsOf,
  create,
  idOf,
  keptNames,
  keptOf,
  metadataHeader,
  OFFSET_BODY,
  patch,
  send,
  sizeOf,
  startUploadServer,
  type UploadServer,
} from "./upload-server";

const MAX = 107_374_182_400;
const HOUR_MS = 3_600_000;

let server: UploadServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the creation of an upload", () => {
  it("returns an address below its own, whatever the Host header is", async () => {
    const metadata = { filename: "karte ü.zip", uploadType: "zip", projectName: "Hafen", userRole: "admin" };
    const headers = { ...admin.bearer, Host: "proxy.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
    const answer = await send(server.endpoint, "POST", { ...headers, "Upload-Length": "10", "Upload-Metadata": metadataHeader(metadata) });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toMatch(/^\/files\/[0-9a-f]{32}$/);
    expect(answer.headers["tus-resumable"]).toBe("1.0.0");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();

    const id = answer.headers.location?.slice("/files/".length) ?? "";
    const row = await db().upload.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ ownerId: admin.account.id, length: 10n, metadata, state: "receiving" });
    const expires = Date.parse(String(answer.headers["upload-expires"]));
    expect(Math.abs(expires - row.expiresAt.getTime())).toBeLessThan(60_000);
    expect(Math.abs(expires - Date.now() - HOUR_MS)).toBeLessThan(60_000);
    const url = new URL(answer.headers.location ?? "", server.endpoint).href;
    expect(await sizeOf(url, admin)).toBe(0);
    // Only the upload itself is stored: the library's metadata file is in the row.
    expect(await keptOf(url)).toHaveLength(1);
  });

  it("accepts the first bytes (creation-with-upload)", async () => {
    const bytes = randomBytes(100);
    const answer = await send(server.endpoint, "POST", { ...admin.bearer, ...OFFSET_BODY, "Upload-Length": "150" }, bytes);
    expect(answer).toMatchObject({ status: 201, headers: { "upload-offset": "100" } });
    const url = new URL(answer.headers.location ?? "", server.endpoint).href;
    const rest = randomBytes(50);
    expect(await patch(url, admin, 100, rest)).toMatchObject({ status: 204, headers: { "upload-offset": "150" } });
    expect(await contentsOf(url)).toEqual(Buffer.concat([bytes, rest]));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: 150 });
  });

  it("finishes at once when all bytes come with it", async () => {
    const bytes = randomBytes(100);
    const answer = await send(server.endpoint, "POST", { ...admin.bearer, ...OFFSET_BODY, "Upload-Length": "100" }, bytes);
    expect(answer).toMatchObject({ status: 201, headers: { "upload-offset": "100" } });
    expect(await findCompleteUpload(actorOf(admin), idOf(new URL(answer.headers.location ?? "", server.endpoint).href))).toMatchObject({
      size: 100,
    });
  });

  it("finishes at once for an empty file", async () => {
    const url = await create(server, admin, 0);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: 0, metadata: {} });
    expect(await send(url, "HEAD", admin.bearer)).toMatchObject({ status: 200, headers: { "upload-offset": "0", "upload-length": "0" } });
  });

  it("accepts 100 GB and not one byte more", async () => {
    vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: null, free: 2 * MAX });
    const url = await create(server, admin, MAX);
    const answer = await send(server.endpoint, "POST", { ...admin.bearer, "Upload-Length": String(MAX + 1) });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: "ZIP file is too large. Maximum size is 100GB" });
    // Its declared bytes would count against the other tests.
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
  });

  it.each<[string, Record<string, string>]>([
    ["no length", {}],
    ["a deferred length", { "Upload-Defer-Length": "1" }],
    ["a length and a deferred one", { "Upload-Length": "10", "Upload-Defer-Length": "1" }],
    ["a negative length", { "Upload-Length": "-1" }],
    ["a fraction", { "Upload-Length": "1.5" }],
    ["an exponent", { "Upload-Length": "1e3" }],
    ["words", { "Upload-Length": "ten" }],
    ["a duplicate key", { "Upload-Length": "10", "Upload-Metadata": "a YQ==,a YQ==" }],
    ["only commas", { "Upload-Length": "10", "Upload-Metadata": ",," }],
    ["a value that is not Base64", { "Upload-Length": "10", "Upload-Metadata": "filename ***" }],
    ["a value that is not UTF-8", { "Upload-Length": "10", "Upload-Metadata": "filename //79" }],
    ["a NUL", { "Upload-Length": "10", "Upload-Metadata": metadataHeader({ filename: "a\0.zip" }) }],
    ["an unknown encoding of names", { "Upload-Length": "10", "Upload-Metadata": metadataHeader({ nameEncoding: "cp9999" }) }],
    ["a very long name", { "Upload-Length": "10", "Upload-Metadata": metadataHeader({ filename: "x".repeat(2_000) }) }],
    [
      "a ZIP upload with another extension",
      { "Upload-Length": "10", "Upload-Metadata": metadataHeader({ filename: "a.tar", uploadType: "zip" }) },
    ],
    ["the key __proto__", { "Upload-Length": "10", "Upload-Metadata": "__proto__ YQ==" }],
    ["the key constructor", { "Upload-Length": "10", "Upload-Metadata": "constructor YQ==" }],
    ["an invalid Upload-Concat", { "Upload-Length": "10", "Upload-Concat": "x" }],
    ["a partial upload", { "Upload-Length": "10", "Upload-Concat": "partial" }],
  ])("refuses %s", async (_what, headers) => {
    const before = await db().upload.count();
    const answer = await send(server.endpoint, "POST", { ...admin.bearer, ...headers });
    expect(answer).toMatchObject({ status: 400, headers: { "tus-resumable": "1.0.0" } });
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: expect.stringMatching(/\S/) });
    expect(await db().upload.count()).toBe(before);
  });
});

describe("the creation of an upload with more bytes than announced", () => {
  it.each<[string, Record<string, string>, number]>([
    ["sends a Content-Length", {}, 101],
    ["sends no Content-Length", { "Transfer-Encoding": "chunked" }, 101],
    ["sends no Content-Length, and far more bytes", { "Transfer-Encoding": "chunked" }, 3_000_000],
  ])("stores nothing when the client %s", async (_what, headers, length) => {
    const [rows, files] = [await db().upload.count(), await keptNames()];
    const all = { ...admin.bearer, ...OFFSET_BODY, ...headers, "Upload-Length": "100" };
    const answer = await send(server.endpoint, "POST", all, randomBytes(length));
    expect(answer).toMatchObject({ status: 413, headers: { "tus-resumable": "1.0.0" } });
    expect(answer.headers.location).toBeUndefined();
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: expect.stringMatching(/\S/) });
    expect(await db().upload.count()).toBe(rows);
    expect(await keptNames()).toEqual(files);
  });

  it("recognizes the content type in upper and lower case", async () => {
    const headers = { ...admin.bearer, "Content-Type": "Application/Offset+Octet-Stream", "Upload-Length": "100" };
    expect(await send(server.endpoint, "POST", headers, randomBytes(60))).toMatchObject({
      status: 201,
      headers: { "upload-offset": "60" },
    });
  });
});

describe("the tus server", () => {
  it("returns its extensions and limits for OPTIONS", async () => {
    const answer = await send(server.endpoint, "OPTIONS");
    expect(answer).toMatchObject({ status: 204, headers: { "tus-version": "1.0.0", "tus-max-size": String(MAX) } });
    expect(answer.headers["tus-extension"]).toBe("creation,creation-with-upload,termination,expiration");
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it.each(["GET", "PUT"])("returns 405 for %s to any user", async (method) => {
    const url = await create(server, admin, 10);
    await patch(url, admin, 0, randomBytes(10));
    expect(await send(url, method, admin.bearer)).toMatchObject({ status: 405, headers: { allow: "OPTIONS, HEAD, PATCH, DELETE" } });
    expect(await send(server.endpoint, method)).toMatchObject({ status: 405, headers: { allow: "OPTIONS, POST" } });
  });

  it.each(["../x", "%2e%2e%2fetc%2fpasswd", "0".repeat(31), "A".repeat(32), `${"0".repeat(32)}/x`, "%00"])(
    "returns 404 at %s",
    async (id) => {
      expect((await send(`${server.endpoint}${id}`, "HEAD", admin.bearer)).status).toBe(404);
    },
  );
});
