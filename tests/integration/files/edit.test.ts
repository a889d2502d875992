import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db";
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
  const { said, held, entries, reached } = await totalsOf(site.treeId);
  expect(said).toEqual(held);
  expect(reached).toBe(entries);
});

const events = () => db().auditEvent.findMany({ where: { targetId: site.project.id }, orderBy: { id: "asc" } });

describe("a new folder", () => {
  it("is there", async () => {
    const { status, body } = await files.folder("js", " vendor ");
    expect([status, body.success, body.message]).toEqual([200, true, "Folder created successfully"]);
    expect(body.item).toMatchObject({ name: "vendor", path: "js/vendor", type: "folder", size: 0 });
    expect(await pathsOf(site.treeId)).toContain("js/vendor/");
    const [event] = await events();
    expect(event).toMatchObject({ action: "file.folder-created", actorId: admin.account.id, targetType: "file", targetName: "js/vendor" });
    expect(event?.details).toEqual({ project: site.project.name });
  });

  it.each(["app.js", "lib"])("cannot be called as something there: %s", async (name) => {
    const { status, body } = await files.folder("js", name);
    expect([status, body.success, body.error]).toEqual([409, false, `A file or folder named “${name}” already exists here.`]);
  });

  it("needs the folder around it", async () => {
    expect((await files.folder("nowhere", "x")).status).toBe(404);
    expect((await files.folder("index.html", "x")).status).toBe(409);
  });

  it("is made in a project that had no map", async () => {
    await db().project.update({ where: { id: site.project.id }, data: { currentTreeId: null } });
    expect((await files.browse()).body).toMatchObject({ items: [], total: 0 });
    expect((await files.folder("", "first")).status).toBe(200);
    expect((await files.browse()).body.items.map(({ path }) => path)).toEqual(["first"]);
  });
});

describe("a rename", () => {
  it("of a folder takes along what lies in it", async () => {
    const { status, body } = await files.rename("js", "scripts");
    expect([status, body.message, body.item.path]).toEqual([200, "Renamed successfully", "scripts"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["scripts/", "scripts/app.js", "scripts/lib/leaflet.js"]));
    expect((await events()).at(-1)).toMatchObject({ action: "file.renamed", targetName: "js" });
  });

  it("to a name that is taken is refused", async () => {
    expect((await files.rename("js", "tiles")).status).toBe(409);
    expect((await files.rename("js", "index.html")).status).toBe(409);
  });

  it("to the same name changes nothing", async () => {
    const { revision } = (await files.browse()).body;
    expect((await files.rename("js/app.js", "app.js")).body.item.path).toBe("js/app.js");
    expect((await files.browse()).body.revision).toBe(revision);
    expect(await events()).toEqual([]);
  });

  it("may change the case alone, and knows Unicode's forms of one name", async () => {
    expect((await files.rename("js", "JS")).status).toBe(200);
    expect((await files.folder("", "caf\u00e9")).status).toBe(200);
    expect((await files.folder("", "cafe\u0301")).status).toBe(409);
    expect((await files.rename("JS", "cafe\u0301")).status).toBe(409);
    expect((await files.rename("cafe\u0301", "tea")).body.item.path).toBe("tea");
    // Servers of maps tell names apart by their case.
    expect((await files.folder("", "TEA")).status).toBe(200);
  });

  it("of something that is gone says so", async () => {
    expect((await files.rename("js/none.js", "x")).status).toBe(404);
  });
});
