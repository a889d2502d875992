import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db";
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
  const { said, held, entries, reached } = await totalsOf(site.treeId);
  expect(said).toEqual(held);
  expect(reached).toBe(entries);
});

const paths = ({ body }: { body: { items: { path: string }[] } }) => body.items.map(({ path }) => path);
const lastEvent = () => db().auditEvent.findFirstOrThrow({ where: { targetId: site.project.id }, orderBy: { id: "desc" } });
const unchanged = async () => expect(await pathsOf(site.treeId)).toEqual(["a/", "a/b/", "a/b/c/", "js/", ...PATHS].sort());

describe("moving", () => {
  it("takes along everything below", async () => {
    const answer = await files.move(["a", "app.js"], "b");
    expect([answer.status, answer.body.message]).toEqual([200, "Moved 2 item(s) successfully"]);
    expect(paths(answer)).toEqual(["b/a", "b/app.js"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["b/a/b/c/deep.txt", "b/a/top.txt", "b/app.js", "js/app.js"]));
    const details = { project: site.project.name, to: "b", count: 2, items: ["a", "app.js"] };
    expect(await lastEvent()).toMatchObject({ action: "file.moved", targetType: "file", targetName: "a", details });
  });

  it("into itself or what lies in it is refused", async () => {
    for (const target of ["a", "a/b", "a/b/c"]) {
      const { status, body } = await files.move(["js", "a"], target);
      expect([status, body.error]).toEqual([409, "“a” cannot be moved into itself."]);
    }
    await unchanged();
  });

  it("into a folder whose name only begins alike is none of that", async () => {
    await files.folder("", "ab");
    expect(paths(await files.move(["a"], "ab"))).toEqual(["ab/a"]);
  });

  it("onto a taken name moves nothing at all", async () => {
    const { status, body } = await files.move(["a", "app.js"], "js");
    expect([status, body.error]).toEqual([409, "A file or folder named “app.js” already exists here."]);
    expect((await files.move(["a/b"], "")).status).toBe(409);
    // Two of one name, of which neither is there yet.
    expect((await files.move(["app.js", "js/app.js"], "b")).status).toBe(409);
    await unchanged();
  });

  it("leaves as it is what lies there already", async () => {
    const { revision } = (await files.browse()).body;
    expect(paths(await files.move(["js/app.js", "js/other.js"], "js"))).toEqual(["js/app.js", "js/other.js"]);
    expect((await files.browse()).body.revision).toBe(revision);
    expect(paths(await files.move(["js/app.js", "a/top.txt"], "js"))).toEqual(["js/app.js", "js/top.txt"]);
  });

  it("of a folder and something in it moves the folder, with it", async () => {
    expect(paths(await files.move(["a/b/mid.txt", "a", "a/b", "a"], "js"))).toEqual(["js/a"]);
    expect(await pathsOf(site.treeId)).toContain("js/a/b/mid.txt");
  });

  it("needs what is moved, and a folder to move it to", async () => {
    expect((await files.move(["none"], "js")).status).toBe(404);
    expect((await files.move(["app.js", "none"], "js")).status).toBe(404);
    expect((await files.move(["app.js"], "nowhere")).status).toBe(404);
    expect((await files.move(["app.js"], "js/other.js")).status).toBe(409);
    expect((await files.move([], "js")).status).toBe(400);
    await unchanged();
  });
});

describe("copying", () => {
  it("copies everything below, and the same bytes", async () => {
    expect(paths(await files.copy(["a"], "js"))).toEqual(["js/a"]);
    expect(await pathsOf(site.treeId)).toEqual(
      expect.arrayContaining(["a/b/c/deep.txt", "js/a/b/c/deep.txt", "js/a/b/mid.txt", "js/a/top.txt"]),
    );
    const both = await db().entry.findMany({ where: { treeId: site.treeId, name: "deep.txt" }, omit: { id: true, parentId: true } });
    expect(both).toHaveLength(2);
    expect(both[0]).toEqual(both[1]);
    expect(await lastEvent()).toMatchObject({ action: "file.copied", details: { to: "js", count: 1, items: ["a"] } });
  });

  it("beside the original gives it another name, again and again", async () => {
    expect(paths(await files.copy(["app.js", "js"], ""))).toEqual(["app (copy).js", "js (copy)"]);
    expect(paths(await files.copy(["app.js", "js"], ""))).toEqual(["app (copy 2).js", "js (copy 2)"]);
    expect(paths(await files.copy(["app (copy).js"], ""))).toEqual(["app (copy 3).js"]);
    // Two of one name at once.
    expect(paths(await files.copy(["app.js", "js/app.js"], "b"))).toEqual(["b/app.js", "b/app (copy).js"]);
  });

  it("of a folder into itself copies what was in it before", async () => {
    expect(paths(await files.copy(["a"], "a"))).toEqual(["a/a"]);
    expect(await pathsOf(site.treeId)).toEqual(expect.arrayContaining(["a/a/b/c/deep.txt", "a/a/top.txt"]));
    expect(paths(await files.copy(["a"], "a/b/c"))).toEqual(["a/b/c/a"]);
    expect(await pathsOf(site.treeId)).toContain("a/b/c/a/a/b/c/deep.txt");
  });

  it("never makes a name too long", async () => {
    const name = `${"ü".repeat(120)}.geojson`;
    await files.rename("app.js", name);
    const [copy = ""] = paths(await files.copy([name], ""));
    expect(Buffer.byteLength(copy)).toBeLessThanOrEqual(255);
    expect(copy).toMatch(/^ü+ \(copy\)\.geojson$/);
  });

  it("of more than a map can hold is refused", async () => {
    await pool().query(`UPDATE "Tree" SET "fileCount" = "fileCount" + 999990 WHERE id = $1`, [site.treeId]);
    expect((await files.copy(["a"], "js")).status).toBe(413);
    await pool().query(`UPDATE "Tree" SET "fileCount" = "fileCount" - 999990 WHERE id = $1`, [site.treeId]);
    await unchanged();
  });
});

describe("paths that would become too long", () => {
  it("are refused, also where only something below would have them", async () => {
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
    // The folder itself would fit.
    await files.move([long[0] ?? ""], "z");
    expect((await files.rename("z", "z".repeat(218))).status).toBe(400);
    expect((await files.rename("z", "z".repeat(10))).status).toBe(200);
    await files.move([["z".repeat(10), long[0]].join("/")], "");
    await files.rename("z".repeat(10), "z");
    expect(await pathsOf(site.treeId)).toEqual(before);
    expect((await files.move(["m/n/o/p/q"], deep.join("/"))).status).toBe(200);
  });
});
