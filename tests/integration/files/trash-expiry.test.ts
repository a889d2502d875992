import { Readable } from "node:stream";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { expiredTrashSweep, expireTrash } from "@/lib/files/trash/jobs";
import { removedTreeSweep } from "@/lib/projects/jobs";
import { deleteTrashedProject, trashProject } from "@/lib/projects/trash/mutations";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { type FilesCalls, filesOf } from "./calls";
import { newSite, pathsOf, type Site } from "./site";

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;

let admin: SignedIn;
let site: Site;
let files: FilesCalls;

beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(async () => {
  site = await newSite(["js/app.js", "js/lib.js", "js/old.js"]);
  files = filesOf(admin, site.project.safeName);
});

const trash = async (path: string) => (await files.remove(path)).body.trashId ?? "";
const age = (trashId: string, days: number) =>
  db().tree.update({ where: { id: BigInt(trashId) }, data: { trashedAt: new Date(Date.now() - days * DAY_MS) } });
const isKept = async (trashId: string) => (await db().tree.count({ where: { id: BigInt(trashId) } })) === 1;
const namesInTrash = async (calls = files) => (await calls.trash()).body.items.map(({ name }) => name);
const deletions = (targetId: string | null) =>
  db().auditEvent.findMany({ where: { action: "file.deleted", targetId }, orderBy: { id: "asc" } });

it("emptying the trash deletes the given items or all items of one project", async () => {
  const [app, lib] = [await trash("js/app.js"), await trash("js/lib.js")];
  await trash("js/old.js");
  const some = await files.emptyTrash({ ids: [app, app, "999999999"] });
  expect([some.status, some.body]).toEqual([200, { success: true, message: "Deleted 1 item(s) successfully", deleted: 1 }]);
  expect(await namesInTrash()).toEqual(["old.js", "lib.js"]);
  expect((await files.emptyTrash({ ids: [] })).body.deleted).toBe(0);
  expect((await filesOf(admin, "assets").emptyTrash()).body.deleted).toBe(0);
  expect((await files.emptyTrash()).body.deleted).toBe(2);
  expect((await files.restore(lib)).status).toBe(404);
  const events = await deletions(site.project.id);
  expect(events.map(({ targetName }) => targetName)).toEqual(["js/app.js", "js/lib.js"]);
  expect(events.at(-1)?.details).toEqual({ project: site.project.name, from: "trash", count: 2, items: ["js/lib.js", "js/old.js"] });
  await removedTreeSweep.run(signal);
  expect(await isKept(app)).toBe(false);
});

it("emptying the trash frees only blobs that nothing else uses", async () => {
  const key = blobKeySchema.parse(site.blobKey);
  await blobStore().write(key, Readable.from([Buffer.alloc(30)]));
  await files.copy(["js/app.js"], "");
  await trash("js");
  await files.emptyTrash();
  await removedTreeSweep.run(signal);
  await unusedBlobSweep.run(signal);
  expect(await blobStore().size(key)).toBe(30);
  await files.remove("app.js", { permanently: true });
  await unusedBlobSweep.run(signal);
  expect(await blobStore().size(key)).toBeNull();
  expect(await db().blob.count({ where: { key } })).toBe(0);
});

it("trashed items expire after 30 days", async () => {
  const [old, young] = [await trash("js/old.js"), await trash("js/app.js")];
  await age(old, 30.01);
  await age(young, 29.99);
  // An expired item is unavailable even before the worker deletes it.
  expect(await namesInTrash()).toEqual(["app.js"]);
  expect((await files.restore(old)).status).toBe(404);
  await expiredTrashSweep.run(signal);
  await removedTreeSweep.run(signal);
  expect([await isKept(old), await isKept(young)]).toEqual([false, true]);
  const [event] = await deletions(site.project.id);
  const details = { project: site.project.name, from: "trash", afterDays: 30 };
  expect(event).toMatchObject({ actorId: null, targetType: "file", targetName: "js/old.js", details });
  expect(await expireTrash()).toBe(0);
});

it("the trash of the shared assets expires after 30 days", async () => {
  const assets = filesOf(admin, "assets");
  await assets.folder("", "fonts");
  const { trashId } = (await assets.remove("fonts")).body;
  await expiredTrashSweep.run(signal);
  await removedTreeSweep.run(signal);
  expect(await namesInTrash(assets)).toEqual(["fonts"]);
  await age(trashId ?? "", 31);
  await expiredTrashSweep.run(signal);
  await removedTreeSweep.run(signal);
  expect(await isKept(trashId ?? "")).toBe(false);
  expect((await deletions(null)).at(-1)?.details).toMatchObject({ project: "Shared Assets" });
});

it("the trash of a deleted project is deleted with it and never appears in the shared assets", async () => {
  const trashId = await trash("js");
  const viewer = await requireAdmin(requestTo("/", { headers: admin.bearer }), "read");
  await trashProject(viewer, site.project.id, { address: null, userAgent: null });
  expect(await namesInTrash(filesOf(admin, "assets"))).toEqual([]);
  expect((await filesOf(admin, "assets").restore(trashId)).status).toBe(404);
  expect((await files.trash()).status).toBe(404);
  await removedTreeSweep.run(signal);
  expect([await isKept(trashId), await isKept(String(site.treeId))]).toEqual([true, true]);
  await deleteTrashedProject(viewer, site.project.id, { address: null, userAgent: null });
  await removedTreeSweep.run(signal);
  expect([await isKept(trashId), await isKept(String(site.treeId))]).toEqual([false, false]);
  await unusedBlobSweep.run(signal);
  expect(await db().blob.count({ where: { key: site.blobKey } })).toBe(0);
});

it("exactly one of a concurrent restore and deletion succeeds", async () => {
  for (let round = 0; round < 10; round += 1) {
    const trashId = await trash("js");
    const [restored, emptied] = await Promise.all([
      files.restore(trashId),
      round % 2 ? files.emptyTrash() : files.emptyTrash({ ids: [trashId] }),
    ]);
    expect([
      [200, 0],
      [404, 1],
    ]).toContainEqual([restored.status, emptied.body.deleted]);
    expect(await pathsOf(site.treeId)).toEqual(restored.status === 200 ? ["js/", "js/app.js", "js/lib.js", "js/old.js"] : []);
    if (restored.status !== 200) {
      site = await newSite(["js/app.js", "js/lib.js", "js/old.js"]);
      files = filesOf(admin, site.project.safeName);
    }
  }
});
