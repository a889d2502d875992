import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { createAccount as createAccountWithPassword } from "@/lib/accounts/mutations";
import { db } from "@/lib/db/client";
import { expiredUploadSweep } from "@/lib/imports/uploads/jobs";
import { craftZip } from "../../setup/craft-zip";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { damaged } from "../imports/bad-archives";
import { start, uploadZip, work } from "../imports/publish-zip";
import { create, idOf, metadataHeader, patch, send, startUploadServer, type UploadServer } from "../uploads/upload-server";

const ADDRESS = "203.0.113.5";
/** Records the client as the HTTP server does. */
const fromThere = { "x-sea-vision-client-address": ADDRESS };
const LOOPBACK = /^(?:127\.0\.0\.1|::1)$/;

let server: UploadServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.close());

/** Returns the events of a target, oldest first. */
function eventsOf(targetId: string) {
  return db().auditEvent.findMany({ where: { targetId }, orderBy: { id: "asc" }, omit: { id: true, at: true, targetId: true } });
}

const byAdmin = () => ({ actorId: admin.account.id, actorEmail: admin.account.email });
const bySystem = { actorId: null, actorEmail: null, address: null };

describe("the audit events of an upload", () => {
  const named = (filename: string) => ({ "Upload-Metadata": metadataHeader({ filename, projectName: "Harbour" }) });

  it("record its beginning and its last byte, with the account and the address", async () => {
    const url = await create(server, admin, 10, named("map.zip"));
    await patch(url, admin, 0, randomBytes(4));
    const told = {
      ...byAdmin(),
      targetType: "upload",
      targetName: "map.zip",
      address: expect.stringMatching(LOOPBACK),
      credential: { kind: "session", _id: admin.session.id, name: "Unknown device" },
      details: { bytes: 10 },
    };
    expect(await eventsOf(idOf(url))).toEqual([{ ...told, action: "upload.started" }]);
    await patch(url, admin, 4, randomBytes(6));
    await send(url, "HEAD", admin.bearer);
    expect(await eventsOf(idOf(url))).toEqual([
      { ...told, action: "upload.started" },
      { ...told, action: "upload.completed" },
    ]);
  });

  it("record its deletion and its expiry", async () => {
    const [deleted, expired] = [await create(server, admin, 10, named("a.zip")), await create(server, admin, 10)];
    expect((await send(deleted, "DELETE", admin.bearer)).status).toBe(204);
    expect((await eventsOf(idOf(deleted))).at(-1)).toMatchObject({
      ...byAdmin(),
      action: "upload.cancelled",
      targetName: "a.zip",
      address: expect.stringMatching(LOOPBACK),
    });
    await db().upload.update({ where: { id: idOf(expired) }, data: { expiresAt: new Date(0) } });
    await expiredUploadSweep.run(new AbortController().signal);
    expect((await eventsOf(idOf(expired))).at(-1)).toMatchObject({ ...bySystem, action: "upload.expired", details: { bytes: 10 } });
  });

  it("record no change when the upload is refused", async () => {
    const other = await signedIn("admin");
    const url = await create(server, admin, 10);
    const before = await db().auditEvent.count();
    await patch(url, admin, 5, randomBytes(1));
    await send(url, "DELETE", other.bearer);
    await send(server.endpoint, "POST", { ...other.bearer, "Upload-Length": "-1" });
    expect(await db().auditEvent.count()).toBe(before);
  });
});

describe("the audit events of an import", () => {
  const site = craftZip([{ name: "index.html", data: Buffer.from("<title>Map</title>") }]);

  async function importFrom(projectName: string): Promise<string> {
    const { blobKey: uploadId } = await uploadZip(site, { ownerId: admin.account.id });
    const headers = { ...admin.bearer, ...fromThere };
    const answer = await extract(requestTo("/extract-tus-zip", { method: "POST", headers, body: { projectName, uploadId } }));
    expect(answer.status).toBe(200);
    return (await db().import.findFirstOrThrow({ where: { projectName } })).id;
  }

  it("record beginning and end with the account and address that started it, whichever process did the work", async () => {
    const importId = await importFrom("Told Of");
    expect(await work(importId)).toBe("complete");
    const told = { ...byAdmin(), address: ADDRESS, targetName: "Told Of", credential: null };
    const details = { safeName: "told-of" };
    const credential = { kind: "session", _id: admin.session.id, name: "Unknown device" };
    expect(await eventsOf(importId)).toEqual([
      { ...told, targetType: "import", action: "import.started", credential, details: { ...details, source: "zip" } },
      { ...told, targetType: "import", action: "import.completed", details: { ...details, files: 1, bytes: 18 } },
    ]);
    const { projectId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(await eventsOf(projectId ?? "")).toEqual([{ ...told, targetType: "project", action: "project.created", details }]);
  });

  it("keep the email address of an account that is deleted before the end", async () => {
    const importId = await importFrom("Owner Gone");
    const leaver = await signedIn("admin");
    await db().import.update({ where: { id: importId }, data: { ownerId: leaver.account.id } });
    await db().account.delete({ where: { id: leaver.account.id } });
    expect(await work(importId)).toBe("complete");
    expect((await eventsOf(importId)).at(-1)).toMatchObject({ ...bySystem, address: ADDRESS, action: "import.completed" });
  });

  it("record why the import failed, and that its map was taken down", async () => {
    const [, archive, message] = damaged[0] ?? ["", Buffer.alloc(0), ""];
    const { importId } = await start(await uploadZip(archive, { ownerId: admin.account.id }), "Broken");
    const publishing = db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(await work(importId)).toBe("failed");
    const { safeName } = await publishing;
    expect((await eventsOf(importId)).map(({ action, details }) => ({ action, details }))).toEqual([
      { action: "import.started", details: { safeName, source: "zip" } },
      { action: "import.failed", details: { safeName, message } },
    ]);
    const project = await db().auditEvent.findMany({ where: { targetType: "project", targetName: "Broken" }, orderBy: { id: "asc" } });
    expect(project.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["project.created", admin.account.id],
      ["project.deleted", null],
    ]);
    expect(project[1]).toMatchObject({ details: { safeName, message, createdAt: expect.any(String) }, targetId: project[0]?.targetId });
  });

  it("are not written for an import that is refused", async () => {
    const before = await db().auditEvent.count();
    const { blobKey: uploadId } = await uploadZip(site, { ownerId: admin.account.id });
    const body = { projectName: "Told Of", uploadId };
    expect((await extract(requestTo("/extract-tus-zip", { method: "POST", headers: admin.bearer, body }))).status).toBe(409);
    expect(await db().auditEvent.count()).toBe(before);
  });
});

describe("the audit log", () => {
  it("holds no password, hash, token or cookie", async () => {
    const password = "correct horse battery";
    const email = "secretive@example.org";
    await createAccountWithPassword({ role: "user", name: "Secretive", email, password });
    const post = (given: string) =>
      login(requestTo("/api/auth/login", { method: "POST", headers: fromThere, body: { email, password: given } }));
    const { token } = await (await post(password)).json();
    expect((await post("a wrong guess")).status).toBe(401);
    const { passwordHash } = await db().account.findUniqueOrThrow({ where: { email } });
    const events = JSON.stringify(await db().auditEvent.findMany({ omit: { id: true } }));
    expect(events).toContain(email);
    for (const secret of [password, "a wrong guess", passwordHash, token]) expect(events).not.toContain(secret);
    expect(events).not.toMatch(/argon2|eyJ/);
  });

  it("keeps its events when the accounts and projects they name are deleted", async () => {
    const leaver = await signedIn("superadmin");
    await db().auditEvent.create({ data: { action: "session.created", actorId: leaver.account.id, actorEmail: leaver.account.email } });
    await db().account.delete({ where: { id: leaver.account.id } });
    expect(await db().auditEvent.count({ where: { actorEmail: leaver.account.email } })).toBe(1);
  });
});
