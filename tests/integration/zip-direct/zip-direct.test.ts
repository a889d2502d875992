import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { OWNER_NAME } from "@/lib/blobs/store";
import { db } from "@/lib/db";
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

/** What shows first that bytes come in: a bucket tells of no object before it is whole. */
const firstTrace = isOnS3() ? "rows" : "files";

/** What there is of blobs: rows and stored objects, and imports. */
async function traces() {
  const files = (await listStored()).filter((name) => name !== OWNER_NAME);
  return { rows: await db().blob.count(), files: files.length, imports: await db().import.count() };
}

describe("POST /upload-zip-direct", () => {
  it("makes a project of a ZIP, its fields coming first", async () => {
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

  it("takes the fields in any order, and those it does not know", async () => {
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

  it("keeps of a file name what people can read", async () => {
    const projectName = newName();
    expect(await call([field("projectName", projectName), zipFile(archive, "../a\0b.zip")])).toMatchObject({ status: 200 });
    expect(await db().import.findFirstOrThrow({ where: { projectName } })).toMatchObject({ sourceName: "ab.zip" });
  });

  it("replaces the map of a project, whatever else is said of it", async () => {
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

  it("lets one of two through that come at once for one name", async () => {
    const projectName = newName();
    const parts = [zipFile(archive), field("projectName", projectName)];
    const answers = await Promise.all([call(parts), call(parts)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body["error"]).toBe("A project with this name is already being created.");
  });
});

describe("of what is refused nothing stays", () => {
  let before: Awaited<ReturnType<typeof traces>>;
  let taken: { name: string; id: string };
  beforeEach(async () => {
    taken = await createProject(null);
    before = await traces();
  });

  const named = () => field("projectName", newName());
  it.each<[string, number, string | RegExp, () => Promise<{ status: number; body: Record<string, unknown> }>]>([
    ["without a file", 400, "Please select a valid ZIP file", () => call([named()])],
    ["with a file that is a field", 400, "Please select a valid ZIP file", () => call([named(), field("zipFile", "PK")])],
    ["with no parts at all", 400, "Please select a valid ZIP file", () => call([])],
    ["without a name", 400, "Project name is required.", () => call([zipFile(archive)])],
    ["with an empty name after the file", 400, "Project name is required.", () => call([zipFile(archive), field("projectName", " ")])],
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
    ["for a project that is gone", 404, "This project no longer exists.", () => call([field("projectId", randomUUID()), zipFile(archive)])],
    ["for a project that is none", 400, "There is no such project.", () => call([zipFile(archive), field("projectId", "7")])],
    ["with too large a file", 413, "ZIP file is too large. Maximum size is 50GB", () => call([named(), zipFile(randomBytes(LIMIT + 1))])],
    [
      "with a body that ends early",
      400,
      "The body is not valid multipart/form-data.",
      () => call([named(), zipFile(archive)], admin.bearer, ""),
    ],
    ["with a body that is none", 400, /multipart|ZIP/, () => post(server.port, admin.bearer, randomBytes(1_000))],
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
  ])("%s: %i", async (_, status, message, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, message: answer.body["error"], error: expect.stringMatching(message) });
    expect(await traces()).toEqual(before);
  });

  it("when the length alone is too much: before a byte is read", async () => {
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": "60000000000" });
    sent.flushHeaders();
    expect(await answer).toMatchObject({ status: 413, body: { error: "ZIP file is too large. Maximum size is 50GB" } });
    sent.destroy();
  });

  it("when the client goes away in the middle of the file", async () => {
    const body = formOf([named(), zipFile(archive)]);
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": String(body.length) });
    answer.catch(() => undefined);
    sent.write(body.subarray(0, 200_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    expect((await traces()).rows).toBe(before.rows + 1);
    sent.destroy();
    await until("nothing is left", async () => JSON.stringify(await traces()) === JSON.stringify(before));
  });

  it("when the client goes away after the file", async () => {
    const whole = formOf([zipFile(archive), named()]);
    const { sent, answer } = begin(server.port, { ...admin.bearer, "content-length": String(whole.length) });
    answer.catch(() => undefined);
    sent.write(whole.subarray(0, whole.length - 10));
    await until("the file is written", async () => (await listStored()).filter((name) => !/[.?]/.test(name)).length > before.files);
    sent.destroy();
    await until("nothing is left", async () => JSON.stringify(await traces()) === JSON.stringify(before));
  });

  it("when the session ends while it is sent", async () => {
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

  it("when it takes too long", async () => {
    const impatient = await startDirectServer({ bytes: LIMIT, milliseconds: 200 });
    const { sent, answer } = begin(impatient.port, { ...admin.bearer, "transfer-encoding": "chunked" });
    sent.write(formOf([named(), zipFile(archive)], `--${BOUNDARY}\r\n`).subarray(0, 200_000));
    expect(await answer).toMatchObject({ status: 400, body: { error: "The upload took too long. Please use the resumable upload." } });
    sent.destroy();
    await impatient.close();
    expect(await traces()).toEqual(before);
  });
});

describe("what a killed process has left", () => {
  it("goes with the sweep of unused blobs, once nobody can be writing it any more", async () => {
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

describe("other ways to ask", () => {
  it("are not offered", async () => {
    const answer = await fetch(`http://localhost:${server.port}/upload-zip-direct`, { headers: admin.bearer });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`http://localhost:${server.port}/upload-zip-direct/x`, { method: "POST", headers: admin.bearer })).status).toBe(
      404,
    );
  });
});
