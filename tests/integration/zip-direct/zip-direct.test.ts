import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newBlobKey, OWNER_NAME } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { craftZip } from "../../setup/craft-zip";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { beginStored, isOnS3, listStored } from "../../setup/stored-objects";
import { until } from "../../setup/until";
import { work } from "../imports/publish-zip";
import { BOUNDARY, begin, type DirectServer, field, formOf, type Part, post, startDirectServer, zipFile } from "./direct-server";

const archive = craftZip([
  { name: "index.html", data: Buffer.from("<h1>map</h1>"), method: 8 },
  { name: "tiles/0.bin", data: randomBytes(300_000) },
]);
const LIMIT = 1_000_000;

let server: DirectServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startDirectServer({ bytes: LIMIT, milliseconds: 600_000 });
  admin = await signedIn("admin");
});
afterAll(() => server.close());

const call = (parts: Part[], headers = admin.bearer, end?: string) => post(server.port, headers, formOf(parts, end));
const newName = () => `Direct ${randomUUID()}`;

/** The first count that changes during an upload. A bucket lists an object only when it is complete. */
const firstTrace = isOnS3() ? "rows" : "files";

async function traces() {
  const files = (await listStored()).filter((name) => name !== OWNER_NAME);
  return { rows: await db().blob.count(), files: files.length, imports: await db().import.count() };
}

describe("POST /upload-zip-direct", () => {
  it("creates a project from a ZIP whose fields come first", async () => {
    const projectName = newName();
    const answer = await call([field("projectName", projectName), field("description", "Of the coast"), zipFile(archive, "Häfen.zip")]);
    const safeName = projectName.toLowerCase().replace(" ", "-");
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const row = await db().import.findFirstOrThrow({ where: { safeName } });
    expect(row).toMatchObject({
      projectName,
      description: "Of the coast",
      source: "zip",
      sourceName: "Häfen.zip",
      ownerId: admin.account.id,
    });
    expect(await db().blob.findUnique({ where: { key: row.blobKey ?? "" } })).toMatchObject({ size: BigInt(archive.length) });
    expect(await work(row.id)).toBe("complete");
    expect((await db().project.findUniqueOrThrow({ where: { safeName }, include: { currentTree: true } })).currentTree).toMatchObject({
      fileCount: 2,
    });
  });

  it("accepts fields in any order and ignores unknown fields", async () => {
    const projectName = newName();
    const answer = await call([
      zipFile(archive),
      field("userRole", "superadmin"),
      field("__proto__", "x"),
      field("projectName", projectName),
    ]);
    expect(answer.status).toBe(200);
    expect(await db().import.findFirstOrThrow({ where: { projectName } })).toMatchObject({ description: "Uploaded as site.zip" });
  });

  it("removes unreadable characters and folders from the file name", async () => {
    const projectName = newName();
    expect(await call([field("projectName", projectName), zipFile(archive, "../a\0b.zip")])).toMatchObject({ status: 200 });
    expect(await db().import.findFirstOrThrow({ where: { projectName } })).toMatchObject({ sourceName: "ab.zip" });
  });

  it("replaces the map of a project and ignores its other fields", async () => {
    const project = await createProject(null);
    const answer = await call([
      field("projectId", project.id),
      field("projectName", "x".repeat(99)),
      field("description", "y".repeat(500)),
      zipFile(archive),
    ]);
    expect(answer).toMatchObject({ status: 200, body: { safeName: project.safeName } });
    expect(await db().import.findFirstOrThrow({ where: { replacesId: project.id } })).toMatchObject({ projectName: project.name });
  });

  it("accepts exactly one of two concurrent uploads with the same name", async () => {
    const projectName = newName();
    const parts = [zipFile(archive), field("projectName", projectName)];
    const answers = await Promise.all([call(parts), call(parts)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body["error"]).toBe("A project with this name is already being created.");
  });
});

describe("POST /upload-zip-direct with an invalid request", () => {
  let before: Awaited<ReturnType<typeof traces>>;
  let taken: { name: string; id: string };
  beforeEach(async () => {
    taken = await createProject(null);
    before = await traces();
  });

  const named = () => field("projectName", newName());
  it.each<[string, number, string | RegExp, () => Promise<{ status: number; body: Record<string, unknown> }>]>([
    ["without a file", 400, "Please select a valid ZIP file", () => call([named()])],
    ["with a file sent as a field", 400, "Please select a valid ZIP file", () => call([named(), field("zipFile", "PK")])],
    ["without parts", 400, "Please select a valid ZIP file", () => call([])],
    ["without a name", 400, "Project name is required.", () => call([zipFile(archive)])],
    ["with an empty name after the file", 400, "Project name is required.", () => call([zipFile(archive), field("projectName", " ")])],
    [
      "with an unknown encoding of names",
      400,
      /^nameEncoding must be/,
      () => call([named(), field("nameEncoding", "x"), zipFile(archive)]),
    ],
    ["with two files", 400, "Only one ZIP file can be uploaded at a time.", () => call([named(), zipFile(archive), zipFile(archive)])],
    ["with three files", 400, /Only one|too many/, () => call([named(), zipFile(archive), zipFile(archive), zipFile(archive)])],
    ["with another kind of file", 400, "Please select a valid ZIP file", () => call([named(), zipFile(archive, "site.7z")])],
    [
      "with a file in another field",
      400,
      "The file must be in the field zipFile.",
      () => call([named(), { ...zipFile(archive), name: "file" }]),
    ],
    ["with a name given twice", 400, "The field projectName is there more than once.", () => call([named(), zipFile(archive), named()])],
    [
      "with an endless field",
      400,
      "The field description is too long.",
      () => call([named(), field("description", "x".repeat(20_000)), zipFile(archive)]),
    ],
    ["with too long a description", 400, /200 characters/, () => call([named(), zipFile(archive), field("description", "x".repeat(201))])],
    [
      "with too many fields",
      400,
      "The body has too many parts.",
      () => call([...Array.from({ length: 30 }, (_, number) => field(`f${number}`, "")), zipFile(archive)]),
    ],
    ["with a name that is taken, before the file", 409, /already exists/, () => call([field("projectName", taken.name), zipFile(archive)])],
    ["with a name that is taken, after the file", 409, /already exists/, () => call([zipFile(archive), field("projectName", taken.name)])],
    [
      "for a project that was deleted",
      404,
      "This project no longer exists.",
      () => call([field("projectId", randomUUID()), zipFile(archive)]),
    ],
    ["for a malformed project ID", 400, "There is no such project.", () => call([zipFile(archive), field("projectId", "7")])],
    ["with too large a file", 413, "ZIP file is too large. Maximum size is 50GB", () => call([named(), zipFile(randomBytes(LIMIT + 1))])],
    [
      "with a body that ends early",
      400,
      "The body is not valid multipart/form-data.",
      () => call([named(), zipFile(archive)], admin.bearer, ""),
    ],
    ["with random bytes", 400, /multipart|ZIP/, () => post(server.port, admin.bearer, randomBytes(1_000))],
    [
      "without a boundary",
      415,
      /multipart/,
      () => post(server.port, { ...admin.bearer, "content-type": "multipart/form-data" }, formOf([named()])),
    ],
    [
      "with an empty boundary",
      400,
      /multipart|ZIP/,
      () => post(server.port, { ...admin.bearer, "content-type": "multipart/form-data; boundary=" }, formOf([named()])),
    ],
    ["as JSON", 415, /multipart/, () => post(server.port, { ...admin.bearer, "content-type": "application/json" }, Buffer.from("{}"))],
    ["without a session", 401, /log in/, () => call([named(), zipFile(archive)], {})],
    ["from another site's page", 403, /another site/, () => call([named(), zipFile(archive)], admin.foreign)],
  ])("sent %s returns %i and stores nothing", async (_, status, message, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, message: answer.body["error"], error: expect.stringMatching(message) });
    expect(await traces()).toEqual(before);
  });

  it.each<[string, () => Record<string, string>]>([
    ["without a session", () => ({})],
    ["while another account is signed in", () => ({ ...admin.bearer, "account-id": randomUUID() })],
  ])("returns 401 before the body is read %s", async (_, headers) => {
    const { sent, answer } = begin(server.port, { ...headers(), "content-length": "40000000000" });
    sent.flushHeaders();
    expect(await answer).toMatchObject({ status: 401 });
    sent.destroy();
    expect(await traces()).toEqual(before);
  });

  it("returns 413 before the body is read when Content-Length is too large", async () => {
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": "60000000000" });
    sent.flushHeaders();
    expect(await answer).toMatchObject({ status: 413, body: { error: "ZIP file is too large. Maximum size is 50GB" } });
    sent.destroy();
  });

  it("stores nothing when the client disconnects in the middle of the file", async () => {
    const body = formOf([named(), zipFile(archive)]);
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": String(body.length) });
    answer.catch(() => undefined);
    sent.write(body.subarray(0, 200_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    expect((await traces()).rows).toBe(before.rows + 1);
    sent.destroy();
    await until("nothing is left", async () => JSON.stringify(await traces()) === JSON.stringify(before));
  });

  it("stores nothing when the client disconnects after the file", async () => {
    const whole = formOf([zipFile(archive), named()]);
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": String(whole.length) });
    answer.catch(() => undefined);
    sent.write(whole.subarray(0, whole.length - 10));
    await until("the file is written", async () => (await listStored()).filter((name) => !/[.?]/.test(name)).length > before.files);
    sent.destroy();
    await until("nothing is left", async () => JSON.stringify(await traces()) === JSON.stringify(before));
  });

  it("returns 401 and stores nothing when the session ends during the upload", async () => {
    const leaver = await signedIn("admin");
    const whole = formOf([zipFile(archive), named()]);
    const { sent, answer } = begin(server.port, { ...leaver.bearer, "content-length": String(whole.length) });
    sent.write(whole.subarray(0, 100_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    await db().session.delete({ where: { id: leaver.session.id } });
    sent.end(whole.subarray(100_000));
    expect((await answer).status).toBe(401);
    expect(await traces()).toEqual(before);
  });

  it("returns 400 and stores nothing when the upload takes too long", async () => {
    const impatient = await startDirectServer({ bytes: LIMIT, milliseconds: 200 });
    const { sent, answer } = begin(impatient.port, { ...admin.bearer, "transfer-encoding": "chunked" });
    sent.write(formOf([named(), zipFile(archive)], `--${BOUNDARY}\r\n`).subarray(0, 200_000));
    expect(await answer).toMatchObject({ status: 400, body: { error: "The upload took too long. Please use the resumable upload." } });
    sent.destroy();
    await impatient.close();
    expect(await traces()).toEqual(before);
  });
});

describe("an unfinished blob of a killed process", () => {
  it("is deleted by the sweep after 24 hours, when no process can still be writing it", async () => {
    const before = await traces();
    const key = newBlobKey();
    const createdAt = new Date(Date.now() - 23 * 3_600_000);
    await db().blob.create({ data: { key, size: 0, createdAt } });
    await beginStored(key);
    await deleteOldUnusedBlobs();
    expect((await traces()).files).toBe(before.files + 1);
    await db().blob.update({ where: { key }, data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
    await deleteOldUnusedBlobs();
    expect(await traces()).toEqual(before);
  });
});

describe("/upload-zip-direct", () => {
  it("returns 405 for other methods and 404 for other paths", async () => {
    const answer = await fetch(`http://localhost:${server.port}/upload-zip-direct`, { headers: admin.bearer });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`http://localhost:${server.port}/upload-zip-direct/x`, { method: "POST", headers: admin.bearer })).status).toBe(
      404,
    );
  });
});
