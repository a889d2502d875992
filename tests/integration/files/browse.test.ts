import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import type { BrowseSort } from "@/lib/files/schema";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { filesOf } from "./calls";
import { newSite, plantFolder } from "./site";

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});

const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name);

describe("GET /api/files/{project}/browse", () => {
  it("lists folders first, then files, by lower-case name in code point order", async () => {
    const { project } = await newSite(["b.txt", "B.txt", "a.txt", "Zoo/x", "apple/x", "_.txt", "ä.txt", "10.txt", "9.txt"]);
    const files = filesOf(admin, project.safeName);
    const ascending = ["apple", "Zoo", "10.txt", "9.txt", "_.txt", "a.txt", "B.txt", "b.txt", "ä.txt"];
    expect(names(await files.browse())).toEqual(ascending);
    expect(names(await files.browse("", { sort: "name-desc" }))).toEqual(["Zoo", "apple", ...ascending.slice(2).reverse()]);
  });

  it("sorts numbers in names by value when asked, over pages, folders first", async () => {
    const { project } = await newSite(["t10", "T2", "t1", "t01", "t2b", "part 10/x", "part 9/x", `t${"9".repeat(30)}`]);
    const files = filesOf(admin, project.safeName);
    const ascending = ["part 9", "part 10", "t01", "t1", "T2", "t2b", "t10", `t${"9".repeat(30)}`];
    expect(names(await files.browse("", { sort: "natural-asc" }))).toEqual(ascending);
    const pages = [0, 3, 6].map((offset) => files.browse("", { sort: "natural-asc", limit: "3", offset: String(offset) }));
    expect((await Promise.all(pages)).flatMap(names)).toEqual(ascending);
    expect(names(await files.browse("", { sort: "natural-desc" }))).toEqual(["part 10", "part 9", ...ascending.slice(2).reverse()]);
  });

  it("returns the fields of each item", async () => {
    const { project } = await newSite(["tiles/0.png"]);
    const { body } = await filesOf(admin, project.safeName).browse("tiles");
    const item = { name: "0.png", path: "tiles/0.png", type: "file", size: 10, modified: "2026-01-02T03:04:05.000Z" };
    expect(body).toEqual({ success: true, items: [item], total: 1, revision: expect.any(String) });
  });

  it.each<[BrowseSort, string[]]>([
    ["size-asc", ["folder", "small", "same-a", "same-b", "large"]],
    ["size-desc", ["folder", "large", "same-a", "same-b", "small"]],
    ["modified-asc", ["folder", "large", "same-a", "same-b", "small"]],
    ["modified-desc", ["folder", "small", "same-a", "same-b", "large"]],
  ])("sorts by %s, then by name", async (sort, expected) => {
    const { project, treeId } = await newSite(["same-b", "small", "large", "same-a", "folder/"]);
    const change = (name: string, size: number, day: string) =>
      db().entry.updateMany({ where: { treeId, name }, data: { size, modifiedAt: new Date(`2026-01-${day}T00:00:00Z`) } });
    await change("small", 1, "03");
    await change("large", 99, "01");
    expect(names(await filesOf(admin, project.safeName).browse("", { sort }))).toEqual(expected);
  });

  it("returns consistent pages", async () => {
    const { project, treeId } = await newSite([]);
    await plantFolder(treeId, "tiles", 1_000);
    const files = filesOf(admin, project.safeName);
    const whole = await files.browse("tiles/part-0");
    expect([whole.body.items.length, whole.body.total]).toEqual([1_000, 1_000]);
    const pages = await Promise.all([0, 400, 800].map((offset) => files.browse("tiles/part-0", { limit: "400", offset: String(offset) })));
    expect(pages.flatMap(names)).toEqual(names(whole));
    expect(pages.every(({ body }) => body.total === 1_000 && body.revision === whole.body.revision)).toBe(true);
    const beyond = await files.browse("tiles/part-0", { limit: "10", offset: "5000" });
    expect([beyond.status, beyond.body.items, beyond.body.total]).toEqual([200, [], 1_000]);
  });

  it.each([
    ["APP", ["app.js", "MyApp.css"]],
    ["%", ["100%.txt"]],
    ["_", ["under_score"]],
    ["\\", []],
    ["É", ["café"]],
    ["e\u0301", ["café"]],
    ["'", ["it's"]],
    ["none", []],
  ])("searches for %j literally and without regard to case", async (search, expected) => {
    const { project } = await newSite(["app.js", "MyApp.css", "100%.txt", "under_score", "café", "it's", "apples/deep-app.js"]);
    const { body } = await filesOf(admin, project.safeName).browse("", { search, sort: "name-asc" });
    const found = body.items.filter(({ type }) => type === "file").map(({ name }) => name);
    expect(found).toEqual(expected);
    expect(body.total).toBe(body.items.length);
  });

  it("returns a new revision after every change", async () => {
    const { project } = await newSite(["a/b"]);
    const files = filesOf(admin, project.safeName);
    const revisions = [(await files.browse()).body.revision];
    await files.folder("a", "c");
    revisions.push((await files.browse()).body.revision);
    await files.remove("a/c");
    revisions.push((await files.browse()).body.revision);
    expect(new Set(revisions).size).toBe(3);
  });

  it("finds a project by its name and its safe name, and by nothing else", async () => {
    const name = `Harbour Map ${randomUUID()}`;
    const { safeName } = await createProject(null, { name });
    for (const project of [name, name.toLowerCase(), safeName]) expect((await filesOf(admin, project).browse()).status).toBe(200);
    const others = [
      "",
      "..",
      "../assets",
      "assets/",
      "ASSETS",
      `${safeName}\0`,
      `${safeName}!`,
      `${name}\u202e`,
      "%2e%2e",
      "x".repeat(20_000),
    ];
    for (const project of others) expect([project, (await filesOf(admin, project).browse()).status]).toEqual([project, 404]);
  });

  it("returns an empty list for a project without a map and for empty shared assets", async () => {
    const { safeName } = await createProject(null);
    for (const project of [safeName, "assets"]) {
      const files = filesOf(admin, project);
      expect((await files.browse()).body).toMatchObject({ success: true, items: [], total: 0 });
      expect((await files.browse("nowhere")).status).toBe(404);
      expect((await files.trash()).body.items).toEqual([]);
    }
  });

  it("returns 409 for a file and 404 for a missing path", async () => {
    const { project } = await newSite(["a/b.txt"]);
    const files = filesOf(admin, project.safeName);
    expect((await files.browse("a/b.txt")).status).toBe(409);
    expect((await files.browse("a/none")).status).toBe(404);
    expect((await files.browse("a/b.txt/c")).status).toBe(404);
  });

  it.each<Record<string, string>>([
    { limit: "0" },
    { limit: "1001" },
    { limit: "x" },
    { offset: "-1" },
    { offset: "1e9" },
    { sort: "date" },
  ])("returns 400 for %j", async (query) => {
    const { project } = await newSite([]);
    expect((await filesOf(admin, project.safeName).browse("", query)).status).toBe(400);
  });
});

describe("POST /api/files/{project}/existing", () => {
  it("returns existing and blocked paths as they were given", async () => {
    const { project } = await newSite(["app/index.html", "app/js/caf\u00e9.js", "app/tiles/0.png"]);
    const files = filesOf(admin, project.safeName);
    const paths = ["index.html", "js/cafe\u0301.js", "new.txt", "new/deep/file", "tiles", "index.html/x", "tiles/0.png/y/z", "INDEX.html"];
    const { body } = await files.existing("app", paths);
    expect(body.success).toBe(true);
    expect(body.existing).toEqual(["index.html", "js/cafe\u0301.js"]);
    expect(body.blocked).toEqual(["tiles", "index.html/x", "tiles/0.png/y/z"]);
    expect((await files.existing("", ["app"])).body.blocked).toEqual(["app"]);
    expect((await files.existing("nowhere", ["a"])).body).toEqual({ success: true, existing: [], blocked: [] });
    expect((await files.existing("", [])).body).toEqual({ success: true, existing: [], blocked: [] });
  });

  it("accepts 10,000 paths and returns 400 for more", async () => {
    const { project, treeId } = await newSite([]);
    await plantFolder(treeId, "tiles", 10_000);
    const paths = Array.from({ length: 10_000 }, (_, n) => `part-${Math.floor(n / 1000)}/${n}.png`);
    const files = filesOf(admin, project.safeName);
    expect((await files.existing("tiles", paths)).body.existing).toHaveLength(10_000);
    expect((await files.existing("tiles", [...paths, "x"])).status).toBe(400);
  });
});

describe("POST /api/files/{project}/size", () => {
  it("returns the files and bytes of all chosen items, each counted once", async () => {
    const { project, treeId } = await newSite(["a/b/1", "a/b/2", "a/3", "4", "empty/"]);
    await plantFolder(treeId, "tiles", 1_500);
    const files = filesOf(admin, project.safeName);
    expect(await files.size(["a", "a/b", "4", "empty"])).toMatchObject({ status: 200, body: { success: true, files: 4, bytes: 40 } });
    expect(await files.size(["tiles"])).toMatchObject({ status: 200, body: { files: 1_500, bytes: 15_000 } });
    expect((await files.size(["gone"])).status).toBe(404);
    expect((await files.size([])).status).toBe(400);
  });

  it("returns 422 when counting takes longer than its limit", async () => {
    const { project } = await newSite(["a/1"]);
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query(`LOCK TABLE "Entry" IN ACCESS EXCLUSIVE MODE`);
      expect(await filesOf(admin, project.safeName).size(["a"])).toMatchObject({ status: 422 });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});
