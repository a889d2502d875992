import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type FilesCalls, filesOf } from "./calls";
import { newSite, pathsOf, type Site, totalsOf } from "./site";

const PATHS = ["a/b/c/deep.txt", "a/b/mid.txt", "a/top.txt", "b/", "app.js", "js/app.js", "js/other.js"];

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
  const { recorded, actual, entries, reached } = await totalsOf(site.treeId);
  expect(recorded).toEqual(actual);
  expect(reached).toBe(entries);
});

const paths = ({ body }: { body: { items: { path: string }[] } }) => body.items.map(({ path }) => path);
const lastEvent = () => db().auditEvent.findFirstOrThrow({ where: { targetId: site.project.id }, orderBy: { id: "desc" } });
const unchanged = async () => expect(await pathsOf(site.treeId)).toEqual(["a/", "a/b/", "a/b/c/", "js/", ...PATHS].sort());

describe("POST /api/files/{project}/move", () => {
  it("moves folders together with their contents", async () => {
    const answer = await files.move(["a", "app.js"], "b");
    expect([answer.status, answer.body.message]).toEqual([200, "Moved 2 item(s) successfully"]);
    expect(paths(answer)).toEqual(["b/a", "b/app.js"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["b/a/b/c/deep.txt", "b/a/top.txt", "b/app.js", "js/app.js"]));
    const details = { project: site.project.name, to: "b", count: 2, items: ["a", "app.js"] };
    expect(await lastEvent()).toMatchObject({ action: "file.moved", targetType: "file", targetName: "a", details });
  });

  it("returns 409 for a move of a folder into itself or its descendants", async () => {
    for (const target of ["a", "a/b", "a/b/c"]) {
      const { status, body } = await files.move(["js", "a"], target);
      expect([status, body.error]).toEqual([409, "“a” cannot be moved into itself."]);
    }
    await unchanged();
  });

  it("allows a move into a folder whose name starts with the moved name", async () => {
    await files.folder("", "ab");
    expect(paths(await files.move(["a"], "ab"))).toEqual(["ab/a"]);
  });

  it("moves nothing when a name is already taken", async () => {
    const { status, body } = await files.move(["a", "app.js"], "js");
    expect([status, body.error]).toEqual([409, "A file or folder named “app.js” already exists here."]);
    expect((await files.move(["a/b"], "")).status).toBe(409);
    // Two items have the same name, which is still free in the target.
    expect((await files.move(["app.js", "js/app.js"], "b")).status).toBe(409);
    await unchanged();
  });

  it("leaves items that are already in the target folder unchanged", async () => {
    const { revision } = (await files.browse()).body;
    expect(paths(await files.move(["js/app.js", "js/other.js"], "js"))).toEqual(["js/app.js", "js/other.js"]);
    expect((await files.browse()).body.revision).toBe(revision);
    expect(paths(await files.move(["js/app.js", "a/top.txt"], "js"))).toEqual(["js/app.js", "js/top.txt"]);
  });

  it("moves a folder once when its contents are selected as well", async () => {
    expect(paths(await files.move(["a/b/mid.txt", "a", "a/b", "a"], "js"))).toEqual(["js/a"]);
    expect(await pathsOf(site.treeId)).toContain("js/a/b/mid.txt");
  });

  it("returns an error when an item or the target folder is missing", async () => {
    expect((await files.move(["none"], "js")).status).toBe(404);
    expect((await files.move(["app.js", "none"], "js")).status).toBe(404);
    expect((await files.move(["app.js"], "nowhere")).status).toBe(404);
    expect((await files.move(["app.js"], "js/other.js")).status).toBe(409);
    expect((await files.move([], "js")).status).toBe(400);
    await unchanged();
  });
});

describe("POST /api/files/{project}/copy", () => {
  it("copies all contents and shares their blobs", async () => {
    expect(paths(await files.copy(["a"], "js"))).toEqual(["js/a"]);
    expect(await pathsOf(site.treeId)).toEqual(
      expect.arrayContaining(["a/b/c/deep.txt", "js/a/b/c/deep.txt", "js/a/b/mid.txt", "js/a/top.txt"]),
    );
    const both = await db().entry.findMany({ where: { treeId: site.treeId, name: "deep.txt" }, omit: { id: true, parentId: true } });
    expect(both).toHaveLength(2);
    expect(both[0]).toEqual(both[1]);
    expect(await lastEvent()).toMatchObject({ action: "file.copied", details: { to: "js", count: 1, items: ["a"] } });
  });

  it("gives a copy next to its original a new name each time", async () => {
    expect(paths(await files.copy(["app.js", "js"], ""))).toEqual(["app (copy).js", "js (copy)"]);
    expect(paths(await files.copy(["app.js", "js"], ""))).toEqual(["app (copy 2).js", "js (copy 2)"]);
    expect(paths(await files.copy(["app (copy).js"], ""))).toEqual(["app (copy 3).js"]);
    // Two items with the same name in one request.
    expect(paths(await files.copy(["app.js", "js/app.js"], "b"))).toEqual(["b/app.js", "b/app (copy).js"]);
  });

  it("copies a folder into itself with its previous contents only", async () => {
    expect(paths(await files.copy(["a"], "a"))).toEqual(["a/a"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["a/a/b/c/deep.txt", "a/a/top.txt"]));
    expect(paths(await files.copy(["a"], "a/b/c"))).toEqual(["a/b/c/a"]);
    expect(await pathsOf(site.treeId)).toContain("a/b/c/a/a/b/c/deep.txt");
  });

  it("limits the name of a copy to 255 bytes", async () => {
    const name = `${"ü".repeat(120)}.geojson`;
    await files.rename("app.js", name);
    const [copy = ""] = paths(await files.copy([name], ""));
    expect(Buffer.byteLength(copy)).toBeLessThanOrEqual(255);
    expect(copy).toMatch(/^ü+ \(copy\)\.geojson$/);
  });

  it("returns 413 when the map would contain too many files", async () => {
    await pool().query(`UPDATE "Tree" SET "fileCount" = "fileCount" + 9999990 WHERE id = $1`, [site.treeId]);
    expect((await files.copy(["a"], "js")).status).toBe(413);
    await pool().query(`UPDATE "Tree" SET "fileCount" = "fileCount" - 9999990 WHERE id = $1`, [site.treeId]);
    await unchanged();
  });
});

describe("moves, copies and renames to long paths", () => {
  it("return 400 when any descendant's path would become too long or too deep", async () => {
    const deep = Array.from({ length: 60 }, (_, n) => `d${n}`);
    const long = Array.from({ length: 4 }, () => "x".repeat(200));
    site = await newSite([`${deep.join("/")}/file`, `${long.join("/")}/file`, "m/n/o/p/q", `${"y".repeat(230)}/file`, "z/"]);
    files = filesOf(admin, site.project.safeName);
    const before = await pathsOf(site.treeId);
    const tooDeep = await files.move(["m"], deep.join("/"));
    expect([tooDeep.status, tooDeep.body.error]).toEqual([400, "“m” would reach deeper there than the 64 levels that a path can have."]);
    expect((await files.copy(["m"], deep.join("/"))).status).toBe(400);
    const tooLong = await files.move(["y".repeat(230)], long.join("/"));
    expect(tooLong.status).toBe(400);
    expect((await files.copy(["y".repeat(230)], long.join("/"))).status).toBe(400);
    // The path of the folder itself would fit, but not those of its files.
    await files.move([long[0] ?? ""], "z");
    expect((await files.rename("z", "z".repeat(218))).status).toBe(400);
    expect((await files.rename("z", "z".repeat(10))).status).toBe(200);
    await files.move([["z".repeat(10), long[0]].join("/")], "");
    await files.rename("z".repeat(10), "z");
    expect(await pathsOf(site.treeId)).toEqual(before);
    expect((await files.move(["m/n/o/p/q"], deep.join("/"))).status).toBe(200);
  });
});
