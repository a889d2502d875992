import { createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3, listStored } from "../../setup/stored-objects";
import { send } from "../uploads/upload-server";
import { type FolderServer, newName, process, startFolderServer } from "./folder-server";
import { type ListedFile, uploadEach, uploadPack } from "./packs";
import { filesOfProject } from "./published-files";

let server: FolderServer;
let admin: SignedIn;
let other: SignedIn;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  [server, admin, other] = [await startFolderServer(), await signedIn("admin"), await signedIn("superadmin")];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(() => server.close());

const site = { "index.html": "map", "tiles/0.png": "tile" };

async function limited(limits: { bytes?: number; milliseconds?: number; waitMs?: number }): Promise<FolderServer> {
  const started = await startFolderServer({ bytes: 1_000_000, milliseconds: 60_000, waitMs: 30_000, ...limits });
  cleanUps.push(() => started.close());
  return started;
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe("concurrent requests to /process-tus-upload", () => {
  it("create one project for the same file list", async () => {
    const body = { projectName: newName(), description: "", files: await uploadPack(admin, site) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => process(server, admin.bearer, body)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
    expect(await db().project.count({ where: { name: body.projectName } })).toBe(1);
    expect(await db().importBlob.count()).toBe(0);
  });

  it("create one project when two admins use the same name", async () => {
    await server.stopWorking();
    const projectName = newName();
    const calls = [admin, other].map(async (account) =>
      process(server, account.bearer, { projectName, description: "", files: await uploadPack(account, site) }),
    );
    await expect.poll(() => db().import.count({ where: { projectName } })).toBe(1);
    server.resume();
    const answers = await Promise.all(calls);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(
      /^A project with this name (is already being created\.|already exists\. Please choose a different name\.)$/,
    );
  });

  it("publish one upload under one name at a time", async () => {
    await server.stopWorking();
    const files = await uploadPack(admin, site);
    const calls = [newName(), newName()].map((projectName) => process(server, admin.bearer, { projectName, description: "", files }));
    const first = await Promise.race(calls);
    expect(first).toMatchObject({ status: 409, body: { message: "This upload is already being published." } });
    server.resume();
    expect(statusesOf(await Promise.all(calls))).toEqual([200, 409]);
  });

  it("return 409 for a deletion of an upload that is being published", async () => {
    await server.stopWorking();
    const files = await uploadPack(admin, site);
    const call = process(server, admin.bearer, { projectName: newName(), description: "", files });
    await expect.poll(() => db().importBlob.count()).toBe(1);
    expect((await send(`${server.endpoint}${files[0]?.uploadId}`, "DELETE", admin.bearer)).status).toBe(409);
    server.resume();
    expect((await call).status).toBe(200);
  });

  it("replace the map of a project once", async () => {
    const project = await createProject(admin.account.id);
    await server.stopWorking();
    const calls = [admin, other].map(async (account) =>
      process(server, account.bearer, { projectId: project.id, files: await uploadPack(account, site) }),
    );
    const first = await Promise.race(calls);
    expect(first).toMatchObject({ status: 409, body: { message: "The map of this project is already being replaced." } });
    server.resume();
    expect(statusesOf(await Promise.all(calls))).toEqual([200, 409]);
  });
});

describe("a repeated request to /process-tus-upload", () => {
  it("returns 409 because the name is taken", async () => {
    const body = { projectName: newName(), description: "", files: await uploadPack(admin, site) };
    await process(server, admin.bearer, body);
    const message = "A project with this name already exists. Please choose a different name.";
    expect(await process(server, admin.bearer, body)).toMatchObject({ status: 409, body: { message } });
  });

  it("creates another project from the same uploads under another name", async () => {
    const files = await uploadPack(admin, site);
    await process(server, admin.bearer, { projectName: newName(), description: "", files });
    const answer = await process(server, admin.bearer, { projectName: newName(), description: "", files });
    expect(await filesOfProject(answer.body.projectId)).toEqual(site);
  });

  it("can use the uploads again after the first import failed because the name was taken", async () => {
    await server.stopWorking();
    const [projectName, files] = [newName(), await uploadPack(admin, site)];
    const call = process(server, admin.bearer, { projectName, description: "", files });
    await expect.poll(() => db().import.count({ where: { projectName } })).toBe(1);
    await createProject(null, { name: projectName });
    server.resume();
    const message = "A project with this name already exists. Please choose a different name.";
    expect(await call).toMatchObject({ status: 409, body: { success: false, message } });
    expect((await process(server, admin.bearer, { projectName: newName(), description: "", files })).status).toBe(200);
  });
});

function beginList(to: FolderServer, headers: Record<string, string>, files: ListedFile[]) {
  const sent = request(`${to.origin}/process-tus-upload`, {
    method: "POST",
    agent: false,
    headers: { ...headers, "Content-Type": "application/json" },
  });
  sent.on("error", () => undefined);
  sent.write(`{"projectName":"${newName()}","description":"","files":[${files.map((file) => JSON.stringify(file)).join(",")}`);
  return sent;
}

/** Returns unfinished blobs. A bucket does not list them, so the rows are used there. */
async function partials(): Promise<unknown[]> {
  if (isOnS3()) return db().blob.findMany({ where: { size: 0 } });
  return (await listStored()).filter((name) => name.endsWith(".partial"));
}

describe("a file list in /process-tus-upload", () => {
  it("leaves nothing when the connection breaks", async () => {
    const files = await uploadEach(admin, site);
    const [imports, blobs] = [await db().import.count(), await db().blob.count()];
    const sent = beginList(server, admin.bearer, files);
    await expect.poll(async () => (await partials()).length).toBe(1);
    sent.destroy();
    await expect.poll(async () => [await db().blob.count(), (await partials()).length]).toEqual([blobs, 0]);
    expect(await db().import.count()).toBe(imports);
  });

  it("publishes nothing when the session ends before the list is complete", async () => {
    const leaving = await signedIn("admin");
    const files = await uploadEach(leaving, site);
    const blobs = await db().blob.count();
    const sent = beginList(server, leaving.bearer, files);
    const answered = once(sent, "response");
    await expect.poll(async () => (await partials()).length).toBe(1);
    await db().session.delete({ where: { id: leaving.session.id } });
    sent.end("]}");
    const [response] = await answered;
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
      401,
      { success: false, message: expect.stringContaining("expired") },
    ]);
    expect(await db().blob.count()).toBe(blobs);
  });

  it("returns 413 when it is too long, with or without Content-Length", async () => {
    const small = await limited({ bytes: 1_000 });
    const body = JSON.stringify({ projectName: newName(), files: [], pad: "x".repeat(2_000) });
    expect(await process(small, admin.bearer, body)).toMatchObject({ status: 413, body: { message: "The list of files is too long." } });
    const sent = beginList(
      small,
      admin.bearer,
      await uploadEach(admin, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}`, "x"]))),
    );
    const [response] = await once(sent, "response");
    expect(response.statusCode).toBe(413);
    sent.destroy();
  });

  it("returns 400 when it arrives too slowly", async () => {
    const impatient = await limited({ milliseconds: 300 });
    const sent = beginList(impatient, admin.bearer, []);
    const [response] = await once(sent, "response");
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
      400,
      { message: expect.stringContaining("took too long") },
    ]);
    sent.destroy();
    await expect.poll(async () => (await partials()).length).toBe(0);
  });

  it("returns 400 for an invalid entry before the list ends", async () => {
    const sent = beginList(server, admin.bearer, [{ uploadId: "x", relativePath: "../a", name: "a", size: 1 }]);
    // The parser emits a value when the next one begins.
    sent.write(",");
    const [response] = await once(sent, "response");
    expect(response.statusCode).toBe(400);
    sent.destroy();
  });
});

describe("the response of /process-tus-upload", () => {
  it("reports the status extracting when the import takes too long", async () => {
    const patient = await limited({ waitMs: 100 });
    await Promise.all([server.stopWorking(), patient.stopWorking()]);
    const projectName = newName();
    const answer = await process(patient, admin.bearer, { projectName, description: "", files: await uploadPack(admin, site) });
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: "extracting", projectId: null, viewMap: null } });
    server.resume();
    await expect.poll(() => db().project.count({ where: { name: projectName } })).toBe(1);
  });

  it("is not needed for the import to finish when the client disconnects", async () => {
    await server.stopWorking();
    const projectName = newName();
    const body = JSON.stringify({ projectName, description: "", files: await uploadPack(admin, site) });
    const headers = { ...admin.bearer, "Content-Type": "application/json" };
    const sent = request(`${server.origin}/process-tus-upload`, { method: "POST", agent: false, headers });
    sent.on("error", () => undefined);
    sent.end(body);
    await expect.poll(() => db().import.count({ where: { projectName } })).toBe(1);
    sent.destroy();
    server.resume();
    // The import continues without the client.
    await expect.poll(() => db().project.count({ where: { name: projectName } })).toBe(1);
  });

  it("belongs to a map with exactly the uploaded bytes", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at % 7}/${at}.txt`, `file ${at}`.repeat(at)]));
    const { body } = await process(server, admin.bearer, {
      projectName: newName(),
      description: "",
      files: await uploadPack(admin, files),
    });
    const digest = (content: Record<string, string>) =>
      createHash("sha256")
        .update(JSON.stringify(Object.entries(content).sort()))
        .digest("hex");
    expect(digest(await filesOfProject(body.projectId))).toBe(digest(files));
  });
});
