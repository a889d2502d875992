import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { startImport } from "@/lib/imports/mutations";
import { ImportLease } from "@/lib/imports/pipeline/lease";
import { runImport } from "@/lib/imports/pipeline/run";
import { removedTreeSweep } from "@/lib/projects/jobs";
import { deleteProject } from "@/lib/projects/mutations";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { craftZip } from "../../setup/craft-zip";
import { createProject } from "../../setup/fixtures";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { start, type UploadedZip, uploadZip } from "../imports/publish-zip";
import { callsOf, publishFiles } from "./calls";

const DELETED = { status: 200, body: { message: "Project and associated files deleted successfully!" } };
const never = new AbortController().signal;

let admin: SignedIn;
let calls: ReturnType<typeof callsOf>;

beforeAll(async () => {
  admin = await signedIn("admin");
  calls = callsOf(admin);
});

async function sweep(): Promise<void> {
  await removedTreeSweep.run(never);
  await deleteOldUnusedBlobs();
}

async function isLockAwaited(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ waiting: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()) AS waiting`;
  return row?.waiting ?? false;
}

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
  it("ends the import, dismisses it for the admin who deleted the project, and a restore continues it", async () => {
    const superadmin = await signedIn("superadmin");
    for (const owner of [admin, superadmin]) {
      const checked = await checkedImport(owner);
      const lease = await ImportLease.claim(checked.importId);
      expect(await calls.remove(checked.projectId)).toMatchObject(DELETED);
      await expect(lease?.read()).rejects.toThrow();
      expect(await runImport(checked.importId, { signal: never })).toBe("not-held");
      const row = await db().import.findUniqueOrThrow({ where: { id: checked.importId } });
      expect(row).toMatchObject({
        status: "failed",
        error: "The project was deleted while its files were being checked.",
        projectId: null,
      });
      expect(row.dismissedAt !== null).toBe(owner === admin);
      await sweep();
      expect((await calls.restore(checked.projectId)).body.project).toMatchObject({ fileCount: 301, status: "importing" });
      expect(await runImport(checked.importId, { signal: never })).toBe("complete");
      expect((await calls.details(checked.projectId)).body.project).toMatchObject({ fileCount: 301, status: "online" });
      await lease?.release(true);
    }
  });

  it("deletes a map that was found damaged after a restore", async () => {
    const damaged = Buffer.from(archive);
    damaged.writeUInt8(damaged.readUInt8(60_000) ^ 1, 60_000);
    const upload = await uploadZip(damaged, { ownerId: admin.account.id });
    const started = await start(upload);
    expect(await runImport(started.importId, { signal: never, untilPublished: true })).toBe("published");
    const { id } = await db().project.findUniqueOrThrow({ where: { safeName: started.safeName } });
    expect(await calls.remove(id)).toMatchObject(DELETED);
    expect((await calls.restore(id)).status).toBe(200);
    expect(await runImport(started.importId, { signal: never })).toBe("failed");
    expect([(await calls.details(id)).status, await db().project.count({ where: { id } })]).toEqual([404, 0]);
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
      expect(["not-held", "complete"]).toContain(outcome);
      await calls.deleteTrashed(checked.projectId);
      await sweep();
      expect(await db().project.count({ where: { id: checked.projectId } })).toBe(0);
      expect(await db().entry.count({ where: { blobKey: checked.blobKey } })).toBe(0);
    }
    expect(outcomes).toContain("not-held");
  });

  it("waits for the current step of the import without a deadlock", async () => {
    const checked = await checkedImport(admin);
    const lease = await ImportLease.claim(checked.importId);
    let removing: Promise<unknown> | undefined;
    // Like a step that ends an import: lock the import's row first, then delete the project.
    await inTransaction(async (tx) => {
      await lease?.lock(tx);
      removing = calls.remove(checked.projectId);
      await expect.poll(() => isLockAwaited()).toBe(true);
      await deleteProject(tx, checked.projectId, { actor: null });
    });
    expect(await removing).toMatchObject({ status: 404 });
    await lease?.release(true);
  });

  it("fails a queued replacement of the map at once, so that the name is free", async () => {
    const project = await createProject(admin.account.id);
    await publishFiles(project.id, 3);
    const upload = await uploadZip(archive, { ownerId: admin.account.id });
    const { importId } = await startImport(
      { source: "zip", ...upload, target: { kind: "replace", projectId: project.id } },
      { ...actorOf(admin), viewer: { credential: { kind: "session", id: admin.session.id }, limit: null } },
    );
    expect((await calls.details(project.id)).body.project.status).toBe("importing");
    expect(await calls.remove(project.id)).toMatchObject(DELETED);
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ status: "failed", error: "The project was deleted while its map was being replaced." });
    expect(row.dismissedAt).not.toBeNull();
    const again = await start(upload, project.name);
    expect(await runImport(again.importId, { signal: never })).toBe("complete");
    expect((await calls.restore(project.id)).status).toBe(409);
    expect((await calls.restore(project.id, { name: `${project.name} again` })).body.project).toMatchObject({
      fileCount: 3,
      status: "online",
    });
  });
});
