import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { chooseImage } from "@/lib/projects/images/mutations";
import { dropRemovedTree, removedTreeSweep } from "@/lib/projects/jobs";
import { deleteProject } from "@/lib/projects/mutations";
import { expireProjects } from "@/lib/projects/trash/mutations";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { craftZip } from "../../setup/craft-zip";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { publishZip } from "../imports/publish-zip";
import { callsOf, eventsOf, publishFiles } from "./calls";

const DELETED = { status: 200, body: { message: "Project and associated files deleted successfully!" } };
const never = new AbortController().signal;

let admin: SignedIn;
let calls: ReturnType<typeof callsOf>;

beforeAll(async () => {
  admin = await signedIn("admin");
  calls = callsOf(admin);
});

async function newBlob(): Promise<string> {
  const key = newBlobKey();
  await blobStore().write(key, Readable.from([Buffer.from("bytes")]));
  await db().blob.create({ data: { key, size: 5 } });
  return key;
}

async function sweep(): Promise<void> {
  await removedTreeSweep.run(never);
  await deleteOldUnusedBlobs();
}

describe("DELETE /api/project/delete/{id}", () => {
  it("moves the project to the trash, from which it is deleted with its trees and unused blobs, and records audit events", async () => {
    const project = await createProject(admin.account.id);
    const user = await createAccount("user");
    await assign(project.id, user.id);
    const [former, current, shared] = [await newBlob(), await newBlob(), await newBlob()];
    const trees = [await publishFiles(project.id, 20, [former, shared]), await publishFiles(project.id, 30, [current, shared])];
    const other = await createProject(null);
    await publishFiles(other.id, 1, [shared]);
    const { imageBlobKey } = await chooseImage(project.id, randomBytes(9), actorOf(admin));

    expect(await calls.remove(project.id)).toMatchObject(DELETED);
    expect((await calls.details(project.id)).status).toBe(404);
    expect(await db().assignment.count({ where: { projectId: project.id } })).toBe(0);
    await sweep();
    expect(await blobStore().size(imageBlobKey as never)).toBe(9);
    expect((await calls.deleteTrashed(project.id)).status).toBe(200);
    expect((await calls.deleteTrashed(project.id)).status).toBe(404);
    expect(await blobStore().size(imageBlobKey as never)).toBeNull();
    // The sweep deletes entries and blobs later.
    expect(await db().entry.count({ where: { treeId: { in: trees } } })).toBe(52);
    await sweep();
    expect(await db().tree.count({ where: { id: { in: trees } } })).toBe(0);
    expect(await db().entry.count({ where: { treeId: { in: trees } } })).toBe(0);
    expect(await Promise.all([former, current, shared].map((key) => blobStore().size(key as never)))).toEqual([null, null, 5]);
    expect(await db().blob.findMany({ where: { key: { in: [former, current, shared] } } })).toMatchObject([{ key: shared }]);

    const events = await eventsOf(project.id);
    expect(events.at(-1)).toMatchObject({ action: "project.deleted-permanently", actorId: admin.account.id, targetName: project.name });
    expect(events.at(-2)).toMatchObject({
      action: "project.deleted",
      actorId: admin.account.id,
      targetName: project.name,
      details: { safeName: project.safeName, fileCount: 30, byteCount: 300, createdAt: project.createdAt.toISOString() },
    });
    expect(await eventsOf(user.id)).toMatchObject([{ action: "project.unassigned", details: { projects: [{ _id: project.id }] } }]);
  });

  it("responds without waiting for the deletion of 200,000 files", async () => {
    const project = await createProject(admin.account.id);
    await publishFiles(project.id, 200_000);
    const left = { tree: { projectId: null, retiredAt: { not: null } }, kind: "file" } as const;
    expect(await calls.remove(project.id)).toMatchObject(DELETED);
    expect((await calls.deleteTrashed(project.id)).status).toBe(200);
    // Deleting the entries takes long, so the sweep does it.
    expect(await db().entry.count({ where: left })).toBe(200_000);
    await sweep();
    expect(await db().entry.count({ where: left })).toBe(0);
  });

  it("returns 400 or 404 for invalid IDs and deletes a project only once", async () => {
    expect(await calls.remove("nothing")).toMatchObject({ status: 400, body: { message: "Invalid project selected for deletion" } });
    expect(await calls.remove(randomUUID())).toMatchObject({ status: 404, body: { message: "This project no longer exists." } });
    const { id } = await createProject(admin.account.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => calls.remove(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(await eventsOf(id)).toMatchObject([{ action: "project.deleted" }]);
  });

  it("does not delete trees that an import is using", async () => {
    const { outcome, safeName, importId } = await publishZip(craftZip([{ name: "index.html", data: Buffer.from("map") }]));
    expect(outcome).toBe("complete");
    const { id, currentTreeId } = await db().project.findUniqueOrThrow({ where: { safeName } });
    await db().import.update({ where: { id: importId }, data: { status: "verifying" } });
    await inTransaction((tx) => deleteProject(tx, id, { actor: null }));
    const fresh = await db().tree.create({ data: {} });
    expect(await dropRemovedTree()).toBe(false);
    await db().import.update({ where: { id: importId }, data: { status: "failed" } });
    expect(await dropRemovedTree()).toBe(true);
    expect(await db().tree.findMany({ where: { id: { in: [fresh.id, currentTreeId ?? 0n] } } })).toMatchObject([{ id: fresh.id }]);
    await db().tree.delete({ where: { id: fresh.id } });
  });
});

describe("the trash of projects", () => {
  it("deletes projects permanently after 30 days and no earlier", async () => {
    const projects = [await createProject(admin.account.id), await createProject(admin.account.id)];
    for (const { id } of projects) await calls.remove(id);
    const [old, recent] = projects.map(({ id }) => id);
    const age = (days: number) => ({ trashedAt: new Date(Date.now() - days * 86_400_000) });
    await db().project.update({ where: { id: old }, data: age(30.1) });
    await db().project.update({ where: { id: recent }, data: age(29.9) });
    const listed = (await calls.trash()).body.projects.map(({ _id }) => _id);
    expect([listed.includes(old ?? ""), listed.includes(recent ?? "")]).toEqual([false, true]);
    expect((await calls.restore(old ?? "")).status).toBe(404);
    expect([await expireProjects(), await expireProjects()]).toEqual([1, 0]);
    expect(await db().project.findMany({ where: { id: { in: [old ?? "", recent ?? ""] } } })).toMatchObject([{ id: recent }]);
    expect((await eventsOf(old ?? "")).at(-1)).toMatchObject({ action: "project.deleted-permanently", details: { afterDays: 30 } });
  });

  it("restores exactly one of two projects of one name", async () => {
    const first = await createProject(admin.account.id, { name: "Twice deleted" });
    await calls.remove(first.id);
    const second = await createProject(admin.account.id, { name: "Twice deleted" });
    await calls.remove(second.id);
    const answers = await Promise.all([first, second].map(({ id }) => calls.restore(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused?.fields).toEqual({ name: "Another project has this name now. Restore the project under another name." });
  });
});
