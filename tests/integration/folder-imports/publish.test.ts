import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { findEntry } from "@/lib/trees/data";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { create, idOf, patch } from "../uploads/upload-server";
import { type FolderServer, newName, process, startFolderServer } from "./folder-server";
import { uploadEach, uploadPack } from "./packs";
import { filesOfProject } from "./published-files";

let server: FolderServer;
let admin: SignedIn;
beforeAll(async () => {
  [server, admin] = [await startFolderServer(), await signedIn("admin")];
});
afterAll(() => server.close());

const site = {
  "index.html": "<h1>Map</h1>",
  "tiles/0/0.png": "first",
  "tiles/0/1.png": "second",
  "tiles/1/0.png": "",
  "data/a.json": "{}",
};

describe("POST /process-tus-upload", () => {
  it("publishes a pack before it responds", async () => {
    const projectName = newName();
    const answer = await process(server, admin.bearer, {
      projectName,
      description: " Of the coast ",
      sourceName: "coast",
      files: await uploadPack(admin, site),
    });
    const safeName = projectName.toLowerCase().replaceAll(" ", "-");
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, status: "complete", safeName, viewMap: `${env().appOrigin}/projects/maps/${safeName}/` },
    });
    expect(await filesOfProject(answer.body.projectId)).toEqual(site);
    const project = await db().project.findUniqueOrThrow({ where: { safeName }, include: { currentTree: true } });
    expect(project).toMatchObject({
      id: answer.body.projectId,
      name: projectName,
      description: "Of the coast",
      createdById: admin.account.id,
    });
    expect(project.currentTree).toMatchObject({ fileCount: 5, byteCount: 25n });
    const row = await db().import.findFirstOrThrow({ where: { safeName } });
    expect(row).toMatchObject({ source: "folder", status: "complete", sourceName: "coast", filesTotal: 5, filesDone: 5, bytesTotal: 25n, bytesDone: 25n, changes: null }); // biome-ignore format: one row
  });

  it("publishes files that were uploaded separately", async () => {
    const answer = await process(server, admin.bearer, { projectName: newName(), description: "", files: await uploadEach(admin, site) });
    expect(answer).toMatchObject({ status: 200, body: { status: "complete" } });
    expect(await filesOfProject(answer.body.projectId)).toEqual(site);
  });

  it("publishes packs and separate large files that were uploaded with tus", async () => {
    const [pack, large] = [Buffer.from("<h1>Map</h1>tile"), randomBytes(1_000_000)];
    const urls = await Promise.all([pack, large].map((bytes) => create(server, admin, bytes.length)));
    for (const [index, bytes] of [pack, large].entries()) expect((await patch(urls[index] ?? "", admin, 0, bytes)).status).toBe(204);
    const [packId, largeId] = urls.map(idOf);
    const lastModified = Date.UTC(2020, 1, 3);
    const files = [
      { uploadId: packId, relativePath: "site/index.html", name: "index.html", size: 12, offset: 0, lastModified },
      { uploadId: packId, relativePath: "site/tiles/0.png", name: "0.png", size: 4, offset: 12, lastModified },
      { uploadId: largeId, relativePath: "site/large.bin", name: "large.bin", size: large.length, lastModified },
    ];
    const { body } = await process(server, admin.bearer, { projectName: newName(), description: "", files });
    const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: body.projectId ?? "" } });
    // The wrapping folder is stripped.
    expect(await findEntry(Number(currentTreeId), ["tiles", "0.png"])).toMatchObject({ size: 4, slice: { offset: 12, crc32: null } });
    const entry = await findEntry(Number(currentTreeId), ["large.bin"]);
    expect(entry).toMatchObject({ modifiedAt: new Date(lastModified), slice: { blobKey: largeId, hasLocalHeader: false } });
    expect(await blobStore().readBytes(blobKeySchema.parse(largeId), { offset: 0, length: large.length })).toEqual(large);
  });

  it("keeps only the blobs of the map", async () => {
    const before = new Set((await db().blob.findMany()).map(({ key }) => key));
    const files = await uploadPack(admin, site);
    await process(server, admin.bearer, { projectName: newName(), description: "", files });
    await deleteOldUnusedBlobs();
    const made = (await db().blob.findMany()).map(({ key }) => key).filter((key) => !before.has(key));
    expect(made).toEqual([files[0]?.uploadId]);
    expect(await db().importBlob.count()).toBe(0);
  });
});

describe("the map of a file list", () => {
  const publish = async (files: Record<string, string>, more: object = {}) => {
    const listed = await uploadPack(admin, files);
    const answer = await process(server, admin.bearer, { projectName: newName(), description: "", files: listed, ...more });
    expect(answer.body).toMatchObject({ status: "complete" });
    return answer.body;
  };

  it("omits system files", async () => {
    const { projectId } = await publish({ ".DS_Store": "junk", "index.html": "map", "tiles/Thumbs.db": "junk", "tiles/._0.png": "junk" });
    expect(await filesOfProject(projectId)).toEqual({ "index.html": "map" });
  });

  it("keeps a folder that is not the only one or has no index.html", async () => {
    expect(await filesOfProject((await publish({ "site/index.html": "map", "more.txt": "x" })).projectId)).toHaveProperty(
      "site/index.html",
    );
    expect(await filesOfProject((await publish({ "site/map.html": "map" })).projectId)).toHaveProperty("site/map.html");
  });

  it("warns of a map without a page", async () => {
    expect((await publish({ "more.txt": "x" })).warning).toContain("no index.html");
    for (const name of ["site/index.html", "index.htm", "map.html"])
      expect((await publish({ [name]: "map", "more.txt": "x" })).warning).toBeNull();
  });

  it("normalizes names, separators and dots", async () => {
    const { projectId } = await publish({ "./Ko\u0308ln\\a.txt": "1", "b//c.txt": "2" });
    expect(await filesOfProject(projectId)).toEqual({ "K\u00f6ln/a.txt": "1", "b/c.txt": "2" });
  });

  it("uses the name of a file without a path", async () => {
    const [file] = await uploadPack(admin, { "index.html": "map" });
    const files = [{ ...file, relativePath: null }];
    const { body } = await process(server, admin.bearer, { projectName: newName(), description: "", files });
    expect(await filesOfProject(body.projectId)).toEqual({ "index.html": "map" });
  });

  it("accepts files and fields in any order", async () => {
    const files = (await uploadPack(admin, site)).reverse();
    const { body } = await process(server, admin.bearer, { files, description: "", projectName: newName() });
    expect(await filesOfProject(body.projectId)).toEqual(site);
  });

  it("truncates the description to 500 characters", async () => {
    const { projectId } = await publish({ "index.html": "map" }, { description: ` ${"🗺".repeat(600)}` });
    const { description } = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
    expect(description).toBe("🗺".repeat(500));
  });
});
