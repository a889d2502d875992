import { Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELETE } from "@/app/api/file-management/delete/[id]/route";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { removedTreeSweep } from "@/lib/projects/jobs";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { filesOf } from "../files/calls";
import { newSite, pathsOf, plantTree, type Site, totalsOf } from "../files/site";

let superadmin: SignedIn;
let site: Site;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
});
beforeEach(async () => {
  site = await newSite(["index.html", "js/app.js", "js/lib.js"]);
});

async function remove(id: string, headers: Record<string, string> = superadmin.browser, query = "") {
  const request = requestTo(`/api/file-management/delete/${id}${query}`, { method: "DELETE", headers });
  const response = await DELETE(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: await response.json() };
}
const idOf = async (name: string, treeId = site.treeId) => String((await db().entry.findFirstOrThrow({ where: { treeId, name } })).id);

describe("DELETE /api/file-management/delete/{id}", () => {
  it("deletes only the file and updates the tree's totals", async () => {
    const { revision } = await db().tree.findUniqueOrThrow({ where: { id: site.treeId } });
    expect(await remove(await idOf("app.js"))).toEqual({ status: 200, body: { message: "File deleted successfully" } });
    expect(await pathsOf(site.treeId)).toEqual(["index.html", "js/", "js/lib.js"]);
    const { recorded, actual } = await totalsOf(site.treeId);
    expect([recorded, actual]).toEqual([
      { files: 2, bytes: 20 },
      { files: 2, bytes: 20 },
    ]);
    expect((await db().tree.findUniqueOrThrow({ where: { id: site.treeId } })).revision).toBe(revision + 1);
  });

  it("moves the file to the trash of its project, from which it can be restored", async () => {
    await remove(await idOf("app.js"));
    const files = filesOf(superadmin, site.project.safeName);
    const { items } = (await files.trash()).body;
    expect(items).toMatchObject([{ name: "app.js", from: "js", deletedBy: { _id: superadmin.account.id } }]);
    expect((await files.restore(items[0]?._id ?? "")).status).toBe(200);
    expect(await pathsOf(site.treeId)).toEqual(["index.html", "js/", "js/app.js", "js/lib.js"]);
  });

  it("deletes the file without the trash with permanently=true", async () => {
    const id = await idOf("app.js");
    expect((await remove(id, superadmin.browser, "?permanently=maybe")).status).toBe(400);
    expect(await remove(id, superadmin.browser, "?permanently=true")).toEqual({
      status: 200,
      body: { message: "File deleted successfully" },
    });
    expect((await filesOf(superadmin, site.project.safeName).trash()).body.items).toEqual([]);
    expect(await pathsOf(site.treeId)).toEqual(["index.html", "js/", "js/lib.js"]);
    const events = await db().auditEvent.findMany({ where: { targetId: site.project.id } });
    expect(events).toMatchObject([{ action: "file.deleted", actorId: superadmin.account.id, targetName: "js/app.js" }]);
  });

  it("records the deletion in the audit log", async () => {
    await remove(await idOf("app.js"));
    const events = await db().auditEvent.findMany({ where: { targetId: site.project.id } });
    expect(events).toMatchObject([{ action: "file.trashed", actorId: superadmin.account.id, targetType: "file", targetName: "js/app.js" }]);
    expect(events[0]?.details).toEqual({ project: site.project.name, files: 1, bytes: 10 });
  });

  it("frees the blob only when the trash is emptied and no file uses it any more", async () => {
    const key = blobKeySchema.parse(site.blobKey);
    await blobStore().write(key, Readable.from([Buffer.alloc(30)]));
    const sweep = () => unusedBlobSweep.run(new AbortController().signal);
    for (const name of ["app.js", "lib.js"]) await remove(await idOf(name));
    await sweep();
    expect(await blobStore().size(key)).toBe(30);
    await remove(await idOf("index.html"));
    await sweep();
    expect(await blobStore().size(key)).toBe(30);
    await filesOf(superadmin, site.project.safeName).emptyTrash();
    await removedTreeSweep.run(new AbortController().signal);
    await sweep();
    expect(await blobStore().size(key)).toBeNull();
    expect(await db().blob.count({ where: { key } })).toBe(0);
  });

  it("moves a shared asset to the trash of the shared assets", async () => {
    const { treeId } = await plantTree(["shared.js", "icons/pin.svg"]);
    await db().tree.update({ where: { id: treeId }, data: { kind: "assets" } });
    expect((await remove(await idOf("pin.svg", treeId))).status).toBe(200);
    expect(await pathsOf(treeId)).toEqual(["icons/", "shared.js"]);
    const event = await db().auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ action: "file.trashed", targetId: null, targetName: "icons/pin.svg" });
  });
});

describe("DELETE /api/file-management/delete/{id} with an invalid request", () => {
  it.each(["0", "-1", "1.5", "999999999", "9".repeat(30), "x", "1 OR 1=1", "..", "1\0", ""])("returns 404 for the ID %j", async (id) => {
    expect(await remove(id)).toMatchObject({ status: 404, body: { success: false, message: expect.any(String) } });
  });

  it("returns 404 for folders, deleted files, trashed files and files of former maps", async () => {
    expect((await remove(await idOf("js"))).status).toBe(404);
    const app = await idOf("app.js");
    expect([(await remove(app)).status, (await remove(app)).status]).toEqual([200, 404]);
    const lib = await idOf("lib.js");
    await filesOf(superadmin, site.project.safeName).remove("js/lib.js");
    expect((await remove(lib)).status).toBe(404);
    const index = await idOf("index.html");
    await db().project.update({ where: { id: site.project.id }, data: { currentTreeId: null } });
    expect((await remove(index)).status).toBe(404);
    expect(await db().entry.count({ where: { id: Number(index) } })).toBe(1);
  });

  it("returns 401 or 403 without the superadmin role and 403 to a page of another site", async () => {
    const id = await idOf("app.js");
    expect((await remove(id, {})).status).toBe(401);
    for (const role of ["user", "admin"] as const) expect((await remove(id, (await signedIn(role)).browser)).status).toBe(403);
    expect((await remove(id, superadmin.foreign)).status).toBe(403);
    expect(await pathsOf(site.treeId)).toContain("js/app.js");
  });

  it("returns 404 to all but the first of several concurrent deletions", async () => {
    const id = await idOf("app.js");
    const statuses = (await Promise.all([remove(id), remove(id), remove(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
    const { recorded, actual } = await totalsOf(site.treeId);
    expect(recorded).toEqual(actual);
  });
});
