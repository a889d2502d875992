import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { blobStore } from "@/lib/blobs/open";
import { db, withTransaction } from "@/lib/db";
import { startImport } from "@/lib/imports/mutations";
import { ImportLease } from "@/lib/imports/pipeline/lease";
import { runImport } from "@/lib/imports/pipeline/run";
import { chooseImage } from "@/lib/projects/images/mutations";
import { dropRemovedTree, removedTreeSweep } from "@/lib/projects/jobs";
import { deleteProject } from "@/lib/projects/mutations";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { craftZip } from "../../setup/craft-zip";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { leftovers, publishZip, start, type UploadedZip, uploadZip } from "../imports/publish-zip";
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
  it("deletes assignments, trees and unused blobs and records audit events", async () => {
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
    expect(imageBlobKey && (await blobStore().size(imageBlobKey))).toBeNull();
    // The sweep deletes entries and blobs later.
    expect(await db().entry.count({ where: { treeId: { in: trees } } })).toBe(52);
    await sweep();
    expect(await db().tree.count({ where: { id: { in: trees } } })).toBe(0);
    expect(await db().entry.count({ where: { treeId: { in: trees } } })).toBe(0);
    expect(await Promise.all([former, current, shared].map((key) => blobStore().size(key as never)))).toEqual([null, null, 5]);
    expect(await db().blob.findMany({ where: { key: { in: [former, current, shared] } } })).toMatchObject([{ key: shared }]);

    const events = await eventsOf(project.id);
    expect(events.at(-1)).toMatchObject({
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
    expect(await calls.remove(id)).toMatchObject(DELETED);
    const fresh = await db().tree.create({ data: {} });
    expect(await dropRemovedTree()).toBe(false);
    await db().import.update({ where: { id: importId }, data: { status: "failed" } });
    expect(await dropRemovedTree()).toBe(true);
    expect(await db().tree.findMany({ where: { id: { in: [fresh.id, currentTreeId ?? 0n] } } })).toMatchObject([{ id: fresh.id }]);
    await db().tree.delete({ where: { id: fresh.id } });
  });
});

const archive = craftZip([
  { name: "index.html", data: Buffer.from("map") },
  ...Array.from({ length: 300 }, (_, index) => ({ name: `tiles/${index}.png`, data: randomBytes(20_000) })),
]);

async function checkedImport(owner: SignedIn): Promise<UploadedZip & { importId: string; safeName: string; projectId: string }> {
  const upload = await uploadZip(archive, { ownerId: owner.account.id });
  const started = await start(upload);
  expect(await runImport(started.importId, { signal: never, untilPublished: true })).toBe("published");
  const { id } = await db().project.findUniqueOrThrow({ where: { safeName: started.safeName } });
  return { ...upload, ...started, projectId: id };
}

describe("the deletion of a project during an import", () => {
  it("fails the import, deletes everything of it and dismisses it for the admin who deleted the project", async () => {
    const superadmin = await signedIn("superadmin");
    for (const owner of [admin, superadmin]) {
      const checked = await checkedImport(owner);
      expect(await calls.remove(checked.projectId)).toMatchObject(DELETED);
      expect(await runImport(checked.importId, { signal: never })).toBe("failed");
      const row = await db().import.findUniqueOrThrow({ where: { id: checked.importId } });
      expect(row).toMatchObject({
        status: "failed",
        error: "The project was deleted while its files were being checked.",
        projectId: null,
      });
      expect(row.dismissedAt !== null).toBe(owner === admin);
      await sweep();
      expect(await leftovers(checked)).toEqual([]);
    }
  });

  it("succeeds whether the import or the deletion is first", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const checked = await checkedImport(admin);
      const working = runImport(checked.importId, { signal: never });
      if (round % 3 > 0) await new Promise((resolve) => setImmediate(resolve));
      const [removed, outcome] = await Promise.all([calls.remove(checked.projectId), working]);
      expect(removed).toMatchObject(DELETED);
      outcomes.add(outcome);
      expect(["failed", "complete"]).toContain(outcome);
      await sweep();
      expect(await db().project.count({ where: { safeName: checked.safeName } })).toBe(0);
      if (outcome === "failed") expect(await leftovers(checked)).toEqual([]);
      else expect(await db().entry.count({ where: { blobKey: checked.blobKey } })).toBe(0);
    }
    expect(outcomes).toContain("failed");
  });

  it("waits for the current step of the import without a deadlock", async () => {
    const checked = await checkedImport(admin);
    const lease = await ImportLease.claim(checked.importId);
    let removing: Promise<unknown> | undefined;
    // Like a step that ends an import: lock the import's row first, then delete the project.
    await withTransaction(async (transaction) => {
      await lease?.lock(transaction);
      removing = calls.remove(checked.projectId);
      await expect.poll(() => isLockAwaited()).toBe(true);
      await deleteProject(transaction, checked.projectId, { actor: null });
    });
    expect(await removing).toMatchObject({ status: 404 });
    await lease?.release(true);
  });

  it("fails a queued replacement of the map", async () => {
    const project = await createProject(admin.account.id);
    await publishFiles(project.id, 3);
    const upload = await uploadZip(archive, { ownerId: admin.account.id });
    const { importId } = await startImport(
      { source: "zip", ...upload, target: { kind: "replace", projectId: project.id } },
      actorOf(admin),
    );
    expect((await calls.details(project.id)).body.project.status).toBe("importing");
    expect(await calls.remove(project.id)).toMatchObject(DELETED);
    expect(await runImport(importId, { signal: never })).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ error: "The project was deleted while its map was being replaced." });
    expect(row.dismissedAt).not.toBeNull();
    expect(await db().project.count({ where: { safeName: project.safeName } })).toBe(0);
  });
});

async function isLockAwaited(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ waiting: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()) AS waiting`;
  return row?.waiting ?? false;
}
