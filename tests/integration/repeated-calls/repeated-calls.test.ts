import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { db } from "@/lib/db/client";
import { deleteProject } from "@/lib/projects/mutations";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { type FolderServer, newName, process, startFolderServer } from "../folder-imports/folder-server";
import { uploadPack } from "../folder-imports/packs";
import { uploadZip, work } from "../imports/publish-zip";
import { damagedMapOf, mapOf, publishFirst, treesOf } from "../versions/replacing";
import { type DirectServer, field, formOf, post, startDirectServer, zipFile } from "../zip-direct/direct-server";

let admin: SignedIn;
let other: SignedIn;
let folders: FolderServer;
let direct: DirectServer;
beforeAll(async () => {
  [admin, other] = [await signedIn("admin"), await signedIn("admin")];
  [folders, direct] = [await startFolderServer(), await startDirectServer()];
  await folders.stopWorking();
});
afterAll(() => Promise.all([folders.close(), direct.close()]));

const keyed = (caller: SignedIn, key: string) => ({ ...caller.bearer, "idempotency-key": key });

async function callExtract(body: unknown, key: string, caller = admin) {
  const answer = await extract(requestTo("/extract-tus-zip", { method: "POST", headers: keyed(caller, key), body }));
  return { status: answer.status, body: await answer.json() };
}

const importsOf = (key: string) => db().import.findMany({ where: { idempotencyKey: key }, orderBy: { createdAt: "asc" } });

describe("POST /extract-tus-zip with a repeated Idempotency-Key", () => {
  it("replaces a map once, also when the first import is already complete", async () => {
    const project = await publishFirst("one");
    const key = randomUUID();
    const { blobKey: uploadId } = await uploadZip(mapOf("two"), { ownerId: admin.account.id });
    const body = { projectId: project.id, uploadId };
    const first = await callExtract(body, key);
    expect(first.status).toBe(200);
    expect(await callExtract(body, key)).toEqual(first);
    const [begun] = await importsOf(key);
    expect(await work(begun?.id ?? "")).toBe("complete");
    expect(await callExtract(body, key)).toEqual(first);
    expect(await importsOf(key)).toHaveLength(1);
    expect((await treesOf(project)).all).toHaveLength(2);
  });

  it("creates one project for concurrent requests and returns the same response to all", async () => {
    const key = randomUUID();
    const { blobKey: uploadId } = await uploadZip(mapOf("one"), { ownerId: admin.account.id });
    const body = { projectName: newName(), uploadId };
    const answers = await Promise.all(Array.from({ length: 8 }, () => callExtract(body, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await importsOf(key)).toHaveLength(1);
  });

  it("starts again when the first import has failed or its project was deleted", async () => {
    const key = randomUUID();
    const damaged = await uploadZip(damagedMapOf("one"), { ownerId: admin.account.id });
    const projectName = newName();
    await callExtract({ projectName, uploadId: damaged.blobKey }, key);
    expect(await work((await importsOf(key))[0]?.id ?? "")).toBe("failed");
    const { blobKey: uploadId } = await uploadZip(mapOf("one"), { ownerId: admin.account.id });
    expect((await callExtract({ projectName, uploadId }, key)).status).toBe(200);
    const [, begun] = await importsOf(key);
    expect(await work(begun?.id ?? "")).toBe("complete");
    const { projectId } = await db().import.findUniqueOrThrow({ where: { id: begun?.id ?? "" } });
    await deleteProject(db(), projectId ?? "", { actor: null });
    const again = await uploadZip(mapOf("two"), { ownerId: admin.account.id });
    expect((await callExtract({ projectName, uploadId: again.blobKey }, key)).status).toBe(200);
    expect((await importsOf(key)).map(({ status }) => status)).toEqual(["failed", "queued"]);
  });

  it("treats the request of another user as a different request", async () => {
    const key = randomUUID();
    const { blobKey: uploadId } = await uploadZip(mapOf("one"), { ownerId: admin.account.id });
    const body = { projectName: newName(), uploadId };
    await callExtract(body, key);
    expect((await callExtract(body, key, other)).status).toBe(404);
  });

  it("returns 400 for a malformed key", async () => {
    expect(await callExtract({ projectName: newName(), uploadId: "x" }, "x".repeat(300))).toMatchObject({
      status: 400,
      body: { message: "Idempotency-Key must be 1 to 255 visible ASCII characters." },
    });
  });
});

describe("POST /process-tus-upload with a repeated Idempotency-Key", () => {
  it("publishes a folder once and keeps one file list", async () => {
    const key = randomUUID();
    const body = { projectName: newName(), description: "", files: await uploadPack(admin, { "index.html": "map" }) };
    folders.resume();
    const first = await process(folders, keyed(admin, key), body);
    expect(first).toMatchObject({ status: 200, body: { status: "complete" } });
    const blobs = await db().blob.count();
    expect(await process(folders, keyed(admin, key), body)).toEqual(first);
    await folders.stopWorking();
    expect(await importsOf(key)).toHaveLength(1);
    expect(await db().blob.count()).toBe(blobs);
  });

  it("publishes a folder once for concurrent requests and returns 200 to all", async () => {
    const key = randomUUID();
    const body = { projectName: newName(), description: "", files: await uploadPack(admin, { "index.html": "map" }) };
    folders.resume();
    const answers = await Promise.all(Array.from({ length: 4 }, () => process(folders, keyed(admin, key), body)));
    await folders.stopWorking();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await importsOf(key)).toHaveLength(1);
  });
});

describe("POST /upload-zip-direct with a repeated Idempotency-Key", () => {
  it("creates one project and keeps one archive", async () => {
    const key = randomUUID();
    const form = formOf([field("projectName", newName()), zipFile(mapOf("one"))]);
    const blobs = await db().blob.count();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(direct.port, keyed(admin, key), form)));
    answers.push(await post(direct.port, keyed(admin, key), form));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.safeName)).size).toBe(1);
    expect(await importsOf(key)).toHaveLength(1);
    expect(await db().blob.count()).toBe(blobs + 1);
  });
});
