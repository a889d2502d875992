import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type FilesCalls, filesOf } from "./calls";
import { newSite, pathsOf, type Site, totalsOf } from "./site";

let admin: SignedIn;
let site: Site;
let files: FilesCalls;

beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(async () => {
  site = await newSite(["index.html", "js/app.js", "js/lib/leaflet.js", "tiles/1/0.png", "tiles/1/1.png", "empty/"]);
  files = filesOf(admin, site.project.safeName);
});
afterEach(async () => {
  const { recorded, actual, entries, reached } = await totalsOf(site.treeId);
  expect(recorded).toEqual(actual);
  expect(reached).toBe(entries);
});

const events = () => db().auditEvent.findMany({ where: { targetId: site.project.id }, orderBy: { id: "asc" } });

describe("POST /api/files/{project}/folder", () => {
  it("creates a folder and records it in the audit trail", async () => {
    const { status, body } = await files.folder("js", " vendor ");
    expect([status, body.success, body.message]).toEqual([200, true, "Folder created successfully"]);
    expect(body.item).toMatchObject({ name: "vendor", path: "js/vendor", type: "folder", size: 0 });
    expect(await pathsOf(site.treeId)).toContain("js/vendor/");
    const [event] = await events();
    expect(event).toMatchObject({ action: "file.folder-created", actorId: admin.account.id, targetType: "file", targetName: "js/vendor" });
    expect(event?.details).toEqual({ project: site.project.name });
  });

  it.each(["app.js", "lib"])("returns 409 for the existing name %s", async (name) => {
    const { status, body } = await files.folder("js", name);
    expect([status, body.success, body.error]).toEqual([409, false, `A file or folder named “${name}” already exists here.`]);
  });

  it("returns 404 for a missing parent and 409 for a file as parent", async () => {
    expect((await files.folder("nowhere", "x")).status).toBe(404);
    expect((await files.folder("index.html", "x")).status).toBe(409);
  });

  it("creates the first tree of a project without a map", async () => {
    await db().project.update({ where: { id: site.project.id }, data: { currentTreeId: null } });
    expect((await files.browse()).body).toMatchObject({ items: [], total: 0 });
    expect((await files.folder("", "first")).status).toBe(200);
    expect((await files.browse()).body.items.map(({ path }) => path)).toEqual(["first"]);
  });
});

describe("PATCH /api/files/{project}/rename", () => {
  it("renames a folder together with its contents", async () => {
    const { status, body } = await files.rename("js", "scripts");
    expect([status, body.message, body.item.path]).toEqual([200, "Renamed successfully", "scripts"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["scripts/", "scripts/app.js", "scripts/lib/leaflet.js"]));
    expect((await events()).at(-1)).toMatchObject({ action: "file.renamed", targetName: "js" });
  });

  it("returns 409 for an existing name", async () => {
    expect((await files.rename("js", "tiles")).status).toBe(409);
    expect((await files.rename("js", "index.html")).status).toBe(409);
  });

  it("changes nothing when the name stays the same", async () => {
    const { revision } = (await files.browse()).body;
    expect((await files.rename("js/app.js", "app.js")).body.item.path).toBe("js/app.js");
    expect((await files.browse()).body.revision).toBe(revision);
    expect(await events()).toEqual([]);
  });

  it("can change only the case and treats Unicode forms of a name as equal", async () => {
    expect((await files.rename("js", "JS")).status).toBe(200);
    expect((await files.folder("", "caf\u00e9")).status).toBe(200);
    expect((await files.folder("", "cafe\u0301")).status).toBe(409);
    expect((await files.rename("JS", "cafe\u0301")).status).toBe(409);
    expect((await files.rename("cafe\u0301", "tea")).body.item.path).toBe("tea");
    // Map servers distinguish names by case.
    expect((await files.folder("", "TEA")).status).toBe(200);
  });

  it("returns 404 for a missing file", async () => {
    expect((await files.rename("js/none.js", "x")).status).toBe(404);
  });
});
