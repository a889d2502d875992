import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as checkName } from "@/app/api/project/check-name/[name]/route";
import { db } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import { craftZip } from "../../setup/craft-zip";
import { createProject } from "../../setup/fixtures";
import { actorOf, requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { start, uploadZip, work } from "../imports/publish-zip";
import { create, idOf, metadataHeader, patch, send, startUploadServer, type UploadServer } from "./upload-server";

const TAKEN = "A project with this name already exists. Please choose a different name.";
const archive = craftZip([{ name: "index.html", data: Buffer.from("map") }]);

let server: UploadServer;
let first: SignedIn;
let second: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  [first, second] = await Promise.all([signedIn("admin"), signedIn("admin")]);
});
afterAll(() => server.close());

const reserving = (name: string) => ({ "Upload-Metadata": metadataHeader({ newProjectName: name }) });
const newName = () => `Reserved ${randomUUID().slice(0, 8)}`;

function begin(name: string, { bearer }: SignedIn) {
  return send(server.endpoint, "POST", { ...bearer, "Upload-Length": "10", ...reserving(name) });
}

async function expectRefused(name: string, by: SignedIn): Promise<void> {
  const before = await db().upload.count();
  const { status, body } = await begin(name, by);
  expect([status, JSON.parse(body)]).toMatchObject([409, { message: TAKEN }]);
  expect(await db().upload.count()).toBe(before);
}

async function exists(name: string, { bearer }: SignedIn): Promise<unknown> {
  const params = Promise.resolve({ name });
  const answer = await checkName(requestTo(`/api/project/check-name/${encodeURIComponent(name)}`, { headers: bearer }), { params });
  return (await answer.json()).exists;
}

describe("an upload for a new project", () => {
  it("is refused before its first byte when a project has the name", async () => {
    const name = newName();
    await createProject(first.account.id, { name });
    await expectRefused(name.toUpperCase(), second);
  });

  it("is refused while an unfinished upload of another account holds the name", async () => {
    const name = newName();
    await create(server, first, 10, reserving(name));
    await expectRefused(name.toLowerCase(), second);
    expect(await exists(name, second)).toBe(true);
  });

  it("shares the name with other uploads of its own account, such as packs of one folder", async () => {
    const name = newName();
    await create(server, first, 10, reserving(name));
    expect((await begin(name, first)).status).toBe(201);
    expect(await exists(name, first)).toBe(false);
  });

  it("is accepted once of two that begin at the same time", async () => {
    const name = newName();
    const answers = await Promise.all([begin(name, first), begin(name, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("holds the name after its last byte, also against an import", async () => {
    const name = newName();
    const url = await create(server, first, 10, reserving(name));
    await patch(url, first, 0, randomBytes(10));
    await expectRefused(name, second);
    const target = { kind: "new", projectName: name, description: "" } as const;
    const zip = await uploadZip(archive, { ownerId: second.account.id });
    const viewer = { credential: { kind: "session", id: second.session.id }, limit: null } as const;
    const publisher = { ...actorOf(second), viewer };
    await expect(startImport({ source: "zip", ...zip, target }, publisher)).rejects.toMatchObject({ code: "conflict", message: TAKEN });
  });

  it("gives the name back when it is deleted", async () => {
    const name = newName();
    const url = await create(server, first, 10, reserving(name));
    expect((await send(url, "DELETE", first.bearer)).status).toBe(204);
    expect((await begin(name, second)).status).toBe(201);
  });

  it("gives the name back when it is published under another one", async () => {
    const name = newName();
    const upload = await uploadZip(archive);
    await db().upload.update({ where: { id: upload.blobKey }, data: { metadata: { newProjectName: name } } });
    expect(await exists(name, second)).toBe(true);
    expect(await work((await start(upload, newName())).importId)).toBe("complete");
    expect((await begin(name, second)).status).toBe(201);
  });

  it("gives the name back when its project is deleted", async () => {
    const name = newName();
    const upload = await uploadZip(archive);
    await db().upload.update({ where: { id: upload.blobKey }, data: { metadata: { newProjectName: name } } });
    expect(await work((await start(upload, name)).importId)).toBe("complete");
    await expectRefused(name, second);
    await db().project.deleteMany({ where: { name } });
    expect((await begin(name, second)).status).toBe(201);
  });
});

describe("an upload that replaces a map", () => {
  it("is not refused for the name of its project", async () => {
    const name = newName();
    await createProject(first.account.id, { name });
    const url = await create(server, first, 10, { "Upload-Metadata": metadataHeader({ projectName: name }) });
    expect(idOf(url)).toMatch(/^[0-9a-f]{32}$/);
  });
});
