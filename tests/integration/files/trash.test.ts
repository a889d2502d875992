import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { db } from "@/lib/db/client";
import { listVersions } from "@/lib/projects/versions/data";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { type FilesCalls, filesOf } from "./calls";
import { newSite, pathsOf, plantFolder, plantTree, type Site, show, totalsOf } from "./site";

const PATHS = ["app.js", "js/app.js", "js/lib/leaflet.js", "tiles/0.png"];
const EVERYTHING = ["app.js", "js/", "js/app.js", "js/lib/", "js/lib/leaflet.js", "tiles/", "tiles/0.png"];

let admin: SignedIn;
let site: Site;
let files: FilesCalls;

beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(async () => {
  site = await newSite(PATHS);
  files = filesOf(admin, site.project.safeName);
});
afterEach(async () => {
  for (const { id } of await db().tree.findMany({ where: { projectId: site.project.id } })) {
    const { recorded, actual, entries, reached } = await totalsOf(Number(id));
    expect(recorded).toEqual(actual);
    expect(reached).toBe(entries);
  }
});

const events = () => db().auditEvent.findMany({ where: { targetId: site.project.id }, orderBy: { id: "asc" } });

async function trash(path: string): Promise<string> {
  const { status, body } = await files.remove(path);
  expect([status, body.success, body.message]).toEqual([200, true, "Moved to trash"]);
  return body.trashId ?? "";
}

describe("DELETE /api/files/{project}/item", () => {
  it("moves an item from the map to the trash", async () => {
    const trashId = await trash("js");
    expect(await pathsOf(site.treeId)).toEqual(["app.js", "tiles/", "tiles/0.png"]);
    const { items } = (await files.trash()).body;
    const deletedAt = items[0]?.deletedAt ?? "";
    const expiresAt = new Date(Date.parse(deletedAt) + 30 * 86_400_000).toISOString();
    const deletedBy = { _id: admin.account.id, fullName: admin.account.name };
    expect(items).toEqual([
      { _id: trashId, name: "js", type: "folder", size: 20, fileCount: 2, from: "", deletedAt, deletedBy, expiresAt },
    ]);
    const details = { project: site.project.name, files: 2, bytes: 20 };
    expect(await events()).toMatchObject([
      { action: "file.trashed", targetType: "file", targetName: "js", actorId: admin.account.id, details },
    ]);
  });

  it("lists trashed items newest first and omits deleted accounts", async () => {
    const leaving = await signedIn("admin");
    await filesOf(leaving, site.project.safeName).remove("js/lib/leaflet.js");
    await trash("app.js");
    await db().account.delete({ where: { id: leaving.account.id } });
    const { items } = (await files.trash()).body;
    expect(items.map(({ name, from, deletedBy }) => [name, from, deletedBy?.fullName])).toEqual([
      ["app.js", "", admin.account.name],
      ["leaflet.js", "js/lib", undefined],
    ]);
  });

  it("returns an error for a missing item and for an item of another type", async () => {
    expect((await files.remove("none")).status).toBe(404);
    const { status, body } = await files.remove("js", { itemType: "file" });
    expect([status, body.error]).toEqual([409, "“js” is a folder by now."]);
    expect((await files.remove("js", { itemType: "other" })).status).toBe(400);
    expect(await pathsOf(site.treeId)).toEqual(EVERYTHING);
    expect((await files.remove("js", { itemType: "folder" })).status).toBe(200);
  });

  it("does not add a version of the map", async () => {
    await trash("js");
    const viewer = await requireAdmin(requestTo("/", { headers: admin.bearer }), "read");
    expect((await listVersions(viewer, site.project.id)).map(({ _id }) => Number(_id))).toEqual([site.treeId]);
  });
});

describe("DELETE /api/files/{project}/item with permanently", () => {
  it("deletes the entries and releases their blob", async () => {
    const { status, body } = await files.remove("js", { permanently: true });
    expect([status, body.message, body.trashId]).toEqual([200, "Deleted successfully", null]);
    expect((await files.trash()).body.items).toEqual([]);
    expect(await db().entry.count({ where: { name: "leaflet.js", blobKey: site.blobKey } })).toBe(0);
    expect((await db().blob.findUniqueOrThrow({ where: { key: site.blobKey } })).releasedAt).not.toBeNull();
    expect((await events()).map(({ action, targetName }) => [action, targetName])).toEqual([["file.deleted", "js"]]);
  });
});

describe("POST /api/files/{project}/trash/restore", () => {
  it("restores entries unchanged", async () => {
    for (const path of ["js", "app.js", "js/lib/leaflet.js"]) {
      const before = await db().entry.findMany({ where: { treeId: site.treeId }, orderBy: { id: "asc" } });
      const { status, body } = await files.restore(await trash(path));
      expect([status, body.item.path, body.message]).toEqual([200, path, `Restored “${path}” successfully`]);
      expect(await db().entry.findMany({ where: { treeId: site.treeId }, orderBy: { id: "asc" } })).toEqual(before);
    }
    expect((await files.trash()).body.items).toEqual([]);
    expect((await events()).map(({ action }) => action)).toEqual([1, 2, 3].flatMap(() => ["file.trashed", "file.restored"]));
  });

  it("recreates missing parent folders", async () => {
    const file = await trash("js/lib/leaflet.js");
    const folder = await trash("js");
    expect((await files.restore(file)).body.item.path).toBe("js/lib/leaflet.js");
    expect(await pathsOf(site.treeId)).toEqual(["app.js", "js/", "js/lib/", "js/lib/leaflet.js", "tiles/", "tiles/0.png"]);
    expect((await files.restore(folder)).body.item.path).toBe("js (1)");
    expect(await pathsOf(site.treeId)).toContain("js (1)/app.js");
  });

  it("adds a number when the name is taken", async () => {
    const first = await trash("js/app.js");
    await files.copy(["app.js"], "js");
    const second = await trash("js/app.js");
    await files.copy(["app.js"], "js");
    expect((await files.restore(first)).body.item).toMatchObject({ path: "js/app (1).js", name: "app (1).js" });
    expect((await files.restore(second)).body.item.path).toBe("js/app (2).js");
  });

  it("returns 409 when a file has the name of the parent folder", async () => {
    const trashId = await trash("js/lib/leaflet.js");
    await files.remove("js/lib", { permanently: true });
    await files.copy(["app.js"], "js");
    await files.rename("js/app (copy).js", "lib");
    const { status, body } = await files.restore(trashId);
    expect([status, body.error]).toEqual([409, "“lib” is a file now, so nothing can be restored into it."]);
    expect((await files.trash()).body.items).toHaveLength(1);
  });

  it("restores into the current map when the map was replaced", async () => {
    const trashId = await trash("js/lib/leaflet.js");
    const { treeId } = await plantTree(["index.html"]);
    await show(site.project, treeId);
    expect((await files.trash()).body.items).toHaveLength(1);
    expect((await files.restore(trashId)).body.item.path).toBe("js/lib/leaflet.js");
    expect(await pathsOf(treeId)).toEqual(["index.html", "js/", "js/lib/", "js/lib/leaflet.js"]);
    expect(await pathsOf(site.treeId)).not.toContain("js/lib/leaflet.js");
  });

  it("restores an item only once when several requests race", async () => {
    const trashId = await trash("app.js");
    const answers = await Promise.all([1, 2, 3].map(() => files.restore(trashId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await pathsOf(site.treeId)).toEqual(EVERYTHING);
  });

  it("restores a folder of 20,000 files", async () => {
    await plantFolder(site.treeId, "big", 20_000);
    await trash("big");
    const { items } = (await files.trash()).body;
    expect(items[0]).toMatchObject({ fileCount: 20_000, size: 200_000 });
    expect((await files.restore(items[0]?._id)).status).toBe(200);
    expect((await files.browse("big/part-19")).body.total).toBe(1_000);
  });
});

describe("the trash of the shared assets", () => {
  it("is separate from the trash of projects", async () => {
    const assets = filesOf(admin, "assets");
    await assets.folder("", "fonts");
    await assets.folder("fonts", "sans");
    const { trashId } = (await assets.remove("fonts")).body;
    const own = await trash("app.js");
    expect((await assets.trash()).body.items.map(({ name }) => name)).toEqual(["fonts"]);
    expect((await files.trash()).body.items.map(({ name }) => name)).toEqual(["app.js"]);
    expect((await assets.restore(own)).status).toBe(404);
    expect((await assets.restore(trashId)).status).toBe(200);
    expect((await assets.browse("fonts")).body.items.map(({ name }) => name)).toEqual(["sans"]);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.restored", targetName: "fonts" } });
    expect([event.targetId, event.details]).toEqual([null, { project: "Shared Assets", files: 0, bytes: 0 }]);
  });
});
