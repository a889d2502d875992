import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { editTree } from "@/lib/files/edit/editable-tree";
import { dropTrees } from "@/lib/storage/mutations";
import { insertFolders, reserveEntryIds } from "@/lib/trees/mutations";
import { type CraftedEntry, craftZip } from "../../setup/craft-zip";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { publishZip } from "../imports/publish-zip";
import { type FolderServer, newName, process, startFolderServer } from "./folder-server";
import { type SiteFiles, uploadPack } from "./packs";
import { filesOfProject, filesOfTree } from "./published-files";

let server: FolderServer;
let admin: SignedIn;
beforeAll(async () => {
  [server, admin] = [await startFolderServer(), await signedIn("admin")];
});
afterAll(() => server.close());

interface Published {
  projectId: string;
  /** The current version of the project. */
  version: string;
}

async function versionOf(projectId: string): Promise<string> {
  return String((await db().project.findUniqueOrThrow({ where: { id: projectId } })).currentTreeId);
}

async function publish(files: SiteFiles): Promise<Published> {
  const answer = await process(server, admin.bearer, { projectName: newName(), description: "", files: await uploadPack(admin, files) });
  expect(answer.body).toMatchObject({ status: "complete" });
  const projectId = answer.body.projectId ?? "";
  return { projectId, version: await versionOf(projectId) };
}

async function change({ projectId, version }: Published, files: SiteFiles, removed: readonly string[] = []) {
  const listed = Object.keys(files).length > 0 ? await uploadPack(admin, files) : [];
  return process(server, admin.bearer, { projectId, baseVersion: version, files: listed, removed });
}

const lastImport = (projectId: string) => db().import.findFirstOrThrow({ where: { projectId }, orderBy: { createdAt: "desc" } });

const site = {
  "index.html": "map",
  "tiles/0/0.png": "zero",
  "tiles/0/1.png": "one",
  "tiles/1/0.png": "two",
  "data/deep/er/a.json": "{}",
  "data/b.json": "[]",
};

describe("a list of differences", () => {
  it("adds, changes and removes files and leaves the former map unchanged", async () => {
    const project = await publish(site);
    const files = { "tiles/0/1.png": "another", "tiles/2/0.png": "three", "new/deep/c.txt": "c" };
    const answer = await change(project, files, ["tiles/0/0.png", "data/deep/er/a.json"]);
    expect(answer).toMatchObject({ status: 200, body: { status: "complete", projectId: project.projectId } });
    const { "tiles/0/0.png": _first, "data/deep/er/a.json": _second, ...kept } = site;
    // Folders without remaining files are removed as well.
    expect(await filesOfProject(project.projectId)).toEqual({ ...kept, ...files });
    expect(await filesOfTree(BigInt(project.version))).toEqual(site);
    const { currentTree } = await db().project.findUniqueOrThrow({ where: { id: project.projectId }, include: { currentTree: true } });
    expect(currentTree).toMatchObject({ fileCount: 6, byteCount: BigInt(Object.values({ ...kept, ...files }).join("").length) });
    expect(await lastImport(project.projectId)).toMatchObject({
      status: "complete",
      changes: { added: 2, changed: 1, removed: 2 },
      filesTotal: 6,
    });
  });

  it("may contain only removals or only additions", async () => {
    const project = await publish(site);
    expect((await change(project, {}, ["tiles/1/0.png"])).status).toBe(200);
    expect(Object.keys(await filesOfProject(project.projectId))).not.toContain("tiles/1/0.png");
    const next = { ...project, version: await versionOf(project.projectId) };
    expect((await change(next, { "more.txt": "x" })).status).toBe(200);
    expect(await filesOfProject(project.projectId)).toHaveProperty(["more.txt"], "x");
  });

  it("replaces a folder with a file and a file with a folder", async () => {
    const project = await publish(site);
    const answer = await change(project, { tiles: "now a file", "data/b.json/c.txt": "now a folder" }, [
      "tiles/0/0.png",
      "tiles/0/1.png",
      "tiles/1/0.png",
      "data/b.json",
    ]);
    expect(answer.body).toMatchObject({ status: "complete" });
    expect(await filesOfProject(project.projectId)).toEqual({
      "index.html": "map",
      "data/deep/er/a.json": "{}",
      tiles: "now a file",
      "data/b.json/c.txt": "now a folder",
    });
  });

  it.each<[string, SiteFiles, string]>([
    ["a file in place of a remaining folder", { tiles: "a file" }, `"tiles" is both a file and a folder.`],
    ["a folder in place of a remaining file", { "data/b.json/c.txt": "c" }, `"data/b.json" is both a file and a folder.`],
  ])("returns 409 and keeps the map for %s", async (_what, files, message) => {
    const project = await publish(site);
    expect(await change(project, files)).toMatchObject({ status: 409, body: { success: false, message } });
    expect(await filesOfProject(project.projectId)).toEqual(site);
    expect(await db().tree.count({ where: { projectId: null } })).toBe(0);
    // The name and the uploads can be used again.
    expect((await change(project, { "more.txt": "x" })).status).toBe(200);
  });

  it("ignores removals of missing files", async () => {
    const project = await publish(site);
    expect((await change(project, { "a.txt": "a" }, ["tiles/9/9.png", "nowhere/a.txt", "tiles"])).status).toBe(200);
    expect(await filesOfProject(project.projectId)).toEqual({ ...site, "a.txt": "a" });
    expect(await lastImport(project.projectId)).toMatchObject({ changes: { added: 1, changed: 0, removed: 0 } });
  });

  it("can start from a former version", async () => {
    const first = await publish(site);
    await change(first, { "index.html": "second" });
    expect((await change(first, { "more.txt": "third" })).status).toBe(200);
    expect(await filesOfProject(first.projectId)).toEqual({ ...site, "more.txt": "third" });
  });

  it("can start from a ZIP import whose files stay in the archive", async () => {
    const entries: CraftedEntry[] = [{ name: "site/index.html", data: Buffer.from("zipped"), method: 8 }, { name: "site/empty/" }];
    // publishZip runs the import itself, so the server's worker must not take it.
    await server.stopWorking();
    const { safeName, outcome } = await publishZip(craftZip(entries));
    server.resume();
    expect(outcome).toBe("complete");
    const { id: projectId } = await db().project.findUniqueOrThrow({ where: { safeName } });
    expect((await change({ projectId, version: await versionOf(projectId) }, { "a/b.txt": "b" })).status).toBe(200);
    expect(await filesOfProject(projectId)).toEqual({ "index.html": "zipped", "a/b.txt": "b", "empty/": "" });
  });

  it("does not strip a wrapping folder", async () => {
    const project = await publish({ "index.html": "map" });
    await change(project, { "app/index.html": "app" }, ["index.html"]);
    expect(await filesOfProject(project.projectId)).toEqual({ "app/index.html": "app" });
  });

  it.each<[string, SiteFiles, string[], number, string]>([
    ["without changes", {}, [], 400, "The folder is the same as the map: there is nothing to upload."],
    ["that leaves nothing", {}, Object.keys(site), 409, "The folder contains no files."],
    ["that removes twice", {}, ["tiles/0/0.png", "./tiles/0/0.png"], 400, `"./tiles/0/0.png" is in the folder more than once.`],
    ["that removes what it adds", { "a.txt": "a" }, ["a.txt"], 400, `"a.txt" is listed both as a file and as removed.`],
  ])("is rejected %s", async (_what, files, removed, status, message) => {
    const project = await publish(site);
    expect(await change(project, files, removed)).toMatchObject({ status, body: { success: false, message } });
    expect(await filesOfProject(project.projectId)).toEqual(site);
  });
});

describe("the base version of a list of differences", () => {
  const changed = { status: 409, body: { message: "The map was changed meanwhile. Please compare the folder again." } };

  it("must be a version of the project", async () => {
    const [project, other] = [await publish(site), await publish(site)];
    expect(await change({ ...project, version: other.version }, { "a.txt": "a" })).toMatchObject(changed);
    expect(await change({ ...project, version: "999999999" }, { "a.txt": "a" })).toMatchObject(changed);
    expect((await change({ ...project, version: "x" }, { "a.txt": "a" })).status).toBe(400);
  });

  it("returns 409 when it is deleted before the import runs", async () => {
    const first = await publish(site);
    await change(first, { "index.html": "second" });
    await server.stopWorking();
    const answer = change(first, { "a.txt": "a" });
    await expect.poll(() => db().import.count({ where: { replacesId: first.projectId, status: "queued" } })).toBe(1);
    await dropTrees(db(), [Number(first.version)]);
    server.resume();
    expect(await answer).toMatchObject(changed);
    expect(await filesOfProject(first.projectId)).toEqual({ ...site, "index.html": "second" });
  });
});

describe("the revision in the base version", () => {
  const changed = { status: 409, body: { message: "The map was changed meanwhile. Please compare the folder again." } };

  /** Edits the map in place like the file manager: adds a folder. */
  async function edit({ projectId }: Published): Promise<void> {
    const { name, safeName } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
    await editTree({ kind: "project", projectId, name, safeName }, async ({ tx, treeId, rootId }) => {
      const [id = 0] = await reserveEntryIds(tx, 1);
      await insertFolders(tx, treeId, [{ id, parentId: rootId, name: randomUUID(), modifiedAt: new Date() }]);
    });
  }

  it("must match the current revision when it is given", async () => {
    const project = await publish(site);
    await edit(project);
    expect(await change({ ...project, version: `${project.version}.0` }, { "a.txt": "a" })).toMatchObject(changed);
    expect(await change({ ...project, version: `${project.version}.2` }, { "a.txt": "a" })).toMatchObject(changed);
    expect((await change({ ...project, version: `${project.version}.1` }, { "a.txt": "a" })).status).toBe(200);
    expect(await filesOfProject(project.projectId)).toMatchObject({ ...site, "a.txt": "a" });
  });

  it("returns 409 when the map is edited before the import runs", async () => {
    const project = await publish(site);
    await server.stopWorking();
    const answer = change({ ...project, version: `${project.version}.0` }, { "a.txt": "a" });
    await expect.poll(() => db().import.count({ where: { replacesId: project.projectId, status: "queued" } })).toBe(1);
    await edit(project);
    server.resume();
    expect(await answer).toMatchObject(changed);
    expect(await filesOfProject(project.projectId)).not.toHaveProperty(["a.txt"]);
    expect(await db().tree.count({ where: { projectId: null } })).toBe(0);
  });

  it("is not checked when it is omitted", async () => {
    const project = await publish(site);
    await edit(project);
    expect((await change(project, { "a.txt": "a" })).status).toBe(200);
  });

  it.each(["1.", ".1", "1.-1", "1.1.1", "1.x", "1.1234567890"])("returns 400 for the malformed version %j", async (version) => {
    const project = await publish(site);
    expect(await change({ ...project, version }, { "a.txt": "a" })).toMatchObject({ status: 400 });
  });
});

describe("a complete list for an existing project", () => {
  it("replaces the map and keeps the other project fields", async () => {
    const project = await publish(site);
    const before = await db().project.findUniqueOrThrow({ where: { id: project.projectId } });
    const files = await uploadPack(admin, { "index.html": "new", "a/b.txt": "b" });
    const answer = await process(server, admin.bearer, {
      projectId: project.projectId,
      projectName: "Ignored",
      description: "Ignored",
      files,
    });
    expect(answer.body).toMatchObject({ status: "complete", projectId: project.projectId, safeName: before.safeName });
    expect(await filesOfProject(project.projectId)).toEqual({ "index.html": "new", "a/b.txt": "b" });
    const after = await db().project.findUniqueOrThrow({ where: { id: project.projectId } });
    expect([after.name, after.description, after.safeName]).toEqual([before.name, before.description, before.safeName]);
    expect(await lastImport(project.projectId)).toMatchObject({ changes: null });
  });

  it("returns 409 when the project is deleted before the import runs", async () => {
    const { projectId } = await publish(site);
    await server.stopWorking();
    const answer = process(server, admin.bearer, { projectId, files: await uploadPack(admin, site) });
    await expect.poll(() => db().import.count({ where: { replacesId: projectId, status: "queued" } })).toBe(1);
    await db().project.delete({ where: { id: projectId } });
    server.resume();
    const message = "The project was deleted while its map was being replaced.";
    expect(await answer).toMatchObject({ status: 409, body: { success: false, message } });
  });
});
