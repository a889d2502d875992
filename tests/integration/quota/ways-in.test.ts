import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { ContentCalls } from "../files-bytes/content-calls";
import { filePart, upload } from "../files-bytes/file-server";
import { type FolderServer, newName, process, startFolderServer } from "../folder-imports/folder-server";
import { uploadPack } from "../folder-imports/packs";
import { drawHalves, type ImageServer, putThumbnail, startImageServer } from "../map-images/image-calls";
import { begin, type DirectServer, field, formOf, post, startDirectServer, zipFile } from "../zip-direct/direct-server";
import { countStored, leave, liftLimits, noSpaceFor, setFreeBytes } from "./limits";

const MB = 1024 * 1024;
const SIZE = 3 * MB;
const bytes = randomBytes(SIZE);

let admin: SignedIn;
let direct: DirectServer;
let files: ContentCalls;
let images: ImageServer;
let folders: FolderServer;

beforeAll(async () => {
  admin = await signedIn("admin");
  [direct, images, files] = [await startDirectServer(), await startImageServer(), await ContentCalls.start()];
  folders = await startFolderServer({ bytes: 1024 * MB, milliseconds: 60_000, waitMs: 0 });
  await folders.stopWorking();
});
afterAll(async () => {
  await Promise.all([direct.close(), images.close(), files.close(), folders.close()]);
});
beforeEach(liftLimits);
afterEach(() => {
  liftLimits();
  vi.restoreAllMocks();
});

const directForm = (content = bytes) => formOf([field("projectName", newName()), zipFile(content)]);

/** Sends a direct upload without Content-Length. */
async function postChunked(body: Buffer) {
  const { sent, answer } = begin(direct.port, { ...admin.bearer, "transfer-encoding": "chunked" });
  sent.end(body);
  return await answer;
}

const sendFile = (content: Buffer, more = {}) =>
  upload(files.server.port, files.project.safeName, { ...admin.bearer, ...more }, [filePart("tiles.bin", content)]);

describe.each<[string, () => Promise<{ status: number; body: Record<string, unknown> }>]>([
  ["a direct upload of a ZIP", () => post(direct.port, admin.bearer, directForm())],
  ["a direct upload of a ZIP without Content-Length", () => postChunked(directForm())],
  ["an upload in the file manager", () => sendFile(bytes)],
])("%s", (_what, send) => {
  it("returns 413 and stores nothing when it exceeds the quota by one byte", async () => {
    await leave(SIZE - 1);
    const before = await countStored();
    const { status, body } = await send();
    expect([status, body["message"]]).toEqual([413, expect.stringMatching(/^Not enough storage: this needs .* is free/)]);
    expect(await countStored()).toEqual(before);
  });

  it("returns 413 and stores nothing when the disk is full", async () => {
    setFreeBytes(10);
    const before = await countStored();
    expect((await send()).status).toBe(413);
    expect(await countStored()).toEqual(before);
  });

  it("succeeds when it fills the quota exactly, and uses no more than its bytes", async () => {
    await leave(SIZE);
    expect((await send()).status).toBe(200);
    await leave(0);
    expect((await send()).status).toBe(413);
    await leave(SIZE);
    expect((await send()).status).toBe(200);
  });

  it("leaves the declared bytes of unfinished uploads unused", async () => {
    await leave(SIZE);
    const expiresAt = new Date(Date.now() + 60_000);
    const { id } = await db().upload.create({ data: { id: "d".repeat(32), length: 1, expiresAt } });
    expect((await send()).status).toBe(413);
    await db().upload.delete({ where: { id } });
    expect((await send()).status).toBe(200);
  });
});

describe("a direct upload of a ZIP", () => {
  it("is refused by its Content-Length before its bytes are sent", async () => {
    await leave(SIZE);
    const before = await countStored();
    const form = directForm();
    const { sent, answer } = begin(direct.port, { ...admin.bearer, "content-length": String(form.length + 10 * MB) });
    sent.write(form.subarray(0, 1_000));
    expect((await answer).status).toBe(413);
    sent.destroy();
    await until("the upload is removed", async () => (await countStored()).blobs === before.blobs);
    expect(await countStored()).toEqual(before);
  });

  it("is refused by its Content-Length when the disk has less free space", async () => {
    setFreeBytes(SIZE - MB);
    const { status, body } = await post(direct.port, admin.bearer, directForm());
    expect([status, body["message"]]).toEqual([413, expect.stringMatching(noSpaceFor("2.0 MB", "2.0 MB"))]);
  });

  it("has its space reserved while it is under way", async () => {
    await leave(SIZE + MB);
    const form = directForm();
    const { sent, answer } = begin(direct.port, { ...admin.bearer, "content-length": String(form.length) });
    sent.write(form.subarray(0, 1_000));
    await until("the upload has reserved its bytes", async () => (await db().blob.count({ where: { reserved: { gt: 0 } } })) === 1);
    expect((await post(direct.port, admin.bearer, directForm())).status).toBe(413);
    sent.end(form.subarray(1_000));
    expect((await answer).status).toBe(200);
    expect(await db().blob.count({ where: { reserved: { gt: 0 } } })).toBe(0);
  });

  it("releases its reserved space when the client aborts it", async () => {
    await leave(SIZE);
    const form = directForm();
    const { sent, answer } = begin(direct.port, { ...admin.bearer, "content-length": String(form.length) });
    answer.catch(() => undefined);
    sent.write(form.subarray(0, 2 * MB));
    await until("the upload has reserved its bytes", async () => (await db().blob.count({ where: { reserved: { gt: 0 } } })) === 1);
    sent.destroy();
    await until("the reservation is released", async () => (await db().blob.count({ where: { reserved: { gt: 0 } } })) === 0);
    expect((await post(direct.port, admin.bearer, directForm())).status).toBe(200);
  });
});

describe("saving a text", () => {
  it("returns 413 and stores nothing when the quota leaves too little, and succeeds when it leaves enough", async () => {
    await files.put("notes.txt", "before");
    const content = "x".repeat(2_000);
    await leave(1_999);
    const before = await countStored();
    const refused = await files.save({ filePath: "notes.txt", content });
    expect([refused.status, refused.body["message"]]).toEqual([413, expect.stringMatching(noSpaceFor("2.0 KB", "2.0 KB"))]);
    expect(refused.body["message"]).toContain("Free at least 1 B more");
    expect(await countStored()).toEqual(before);
    expect((await files.bytesOf("notes.txt")).toString()).toBe("before");
    await leave(2_000);
    expect((await files.save({ filePath: "notes.txt", content })).status).toBe(200);
  });
});

describe("the thumbnail of a map", () => {
  it("returns 413 and stores nothing when the quota leaves too little, and succeeds when it leaves enough", async () => {
    const picture = await drawHalves(640, 400);
    const [first, second] = [await createProject(null), await createProject(null)];
    expect((await putThumbnail(images, first.id, picture, "image/png", admin.bearer)).status).toBe(200);
    const { imageBlobKey } = await db().project.findUniqueOrThrow({ where: { id: first.id } });
    const size = (await blobStore().size(blobKeySchema.parse(imageBlobKey))) ?? 0;
    await leave(size - 1);
    const before = await countStored();
    const refused = await putThumbnail(images, second.id, picture, "image/png", admin.bearer);
    expect([refused.status, refused.json.message]).toEqual([413, expect.stringMatching(/^Not enough storage/)]);
    expect(await countStored()).toEqual(before);
    await leave(size);
    expect((await putThumbnail(images, second.id, picture, "image/png", admin.bearer)).status).toBe(200);
  });
});

describe("the list of a folder upload", () => {
  it("returns 413 and stores nothing when the quota leaves too little, and succeeds when it leaves enough", async () => {
    const publish = async () => process(folders, admin.bearer, { projectName: newName(), description: "", files: await pack() });
    const pack = () => uploadPack(admin, { "index.html": "<h1>Map</h1>" });
    expect((await publish()).status).toBe(200);
    const { blobKey } = await db().import.findFirstOrThrow({ where: { source: "folder" } });
    const size = (await blobStore().size(blobKeySchema.parse(blobKey))) ?? 0;
    const uploaded = { projectName: newName(), description: "", files: await pack() };
    await leave(size - 1);
    const before = await countStored();
    const refused = await process(folders, admin.bearer, uploaded);
    expect([refused.status, refused.body.message]).toEqual([413, expect.stringMatching(/^Not enough storage/)]);
    expect(await countStored()).toEqual(before);
    await leave(size);
    expect((await process(folders, admin.bearer, uploaded)).status).toBe(200);
  });
});
