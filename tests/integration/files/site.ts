import { randomUUID } from "node:crypto";
import { blobKeySchema } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Project } from "@/lib/generated/prisma/client";
import { createTree, finishTree, insertFiles, insertFolders, type NewFile, reserveEntryIds } from "@/lib/trees/mutations";
import { measureTree } from "@/lib/trees/subtrees/copy-tree";
import { createProject } from "../../setup/fixtures";

const FILE_BYTES = 10;
const modifiedAt = new Date("2026-01-02T03:04:05Z");

/** Inserts a blob row without stored bytes. */
async function newBlob(): Promise<ReturnType<typeof blobKeySchema.parse>> {
  const { key } = await db().blob.create({ data: { key: randomUUID().replaceAll("-", ""), size: 1_000_000_000 } });
  return blobKeySchema.parse(key);
}

/** Creates a tree with these files of ten bytes each. A path with a trailing slash is an empty folder. */
export async function plantTree(paths: readonly string[]): Promise<{ treeId: number; blobKey: string }> {
  const blobKey = await newBlob();
  return inTransaction(async (client) => {
    const { treeId, rootId } = await createTree(client);
    const folders = new Map<string, number>([["", rootId]]);
    const ensure = async (folder: string): Promise<number> => {
      const known = folders.get(folder);
      if (known !== undefined) return known;
      const cut = folder.lastIndexOf("/");
      const parentId = await ensure(cut < 0 ? "" : folder.slice(0, cut));
      const [id = 0] = await reserveEntryIds(client, 1);
      await insertFolders(client, treeId, [{ id, parentId, name: folder.slice(cut + 1), modifiedAt }]);
      folders.set(folder, id);
      return id;
    };
    const files: NewFile[] = [];
    for (const path of paths) {
      const cut = path.lastIndexOf("/");
      const parentId = await ensure(cut < 0 ? "" : path.slice(0, cut));
      if (path.endsWith("/")) continue;
      const slice = { blobKey, offset: files.length * FILE_BYTES, hasLocalHeader: false, storedSize: FILE_BYTES, size: FILE_BYTES };
      files.push({ parentId, name: path.slice(cut + 1), modifiedAt, slice: { ...slice, method: "stored" as const, crc32: null } });
    }
    await insertFiles(client, treeId, files);
    await finishTree(client, { treeId, rootId, wrappingFolderId: null, files: files.length, bytes: files.length * FILE_BYTES });
    return { treeId, blobKey };
  });
}

/** Makes a tree the current map of a project and retires the previous map. */
export async function show(project: Pick<Project, "id">, treeId: number): Promise<void> {
  await db().tree.updateMany({ where: { projectId: project.id, retiredAt: null, kind: "project" }, data: { retiredAt: new Date() } });
  await db().tree.update({ where: { id: treeId }, data: { projectId: project.id } });
  await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
}

export interface Site {
  project: Project;
  treeId: number;
  blobKey: string;
}

export async function newSite(paths: readonly string[]): Promise<Site> {
  const planted = await plantTree(paths);
  const project = await createProject(null, { name: `Site ${randomUUID()}` });
  await show(project, planted.treeId);
  return { project, ...planted };
}

/** Adds a folder of many files to the top of a tree, with 1,000 files in each subfolder. */
export async function plantFolder(treeId: number, name: string, files: number): Promise<void> {
  const blobKey = await newBlob();
  await pool().query(
    `WITH top AS (
       INSERT INTO "Entry" ("treeId", "parentId", kind, name)
       SELECT $1, id, 'folder', $2 FROM "Entry" WHERE "treeId" = $1 AND "parentId" IS NULL RETURNING id
     ), part AS (
       INSERT INTO "Entry" ("treeId", "parentId", kind, name)
       SELECT $1, top.id, 'folder', 'part-' || n FROM top, generate_series(0, ($3::int - 1) / 1000) n RETURNING id, name
     )
     INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "blobKey", "offset", "storedSize")
     SELECT $1, part.id, 'file', n || '.png', 10, $4, n * 10, 10 FROM generate_series(0, $3::int - 1) n JOIN part ON part.name = 'part-' || n / 1000`,
    [treeId, name, files, blobKey],
  );
  await pool().query(`UPDATE "Tree" SET "fileCount" = "fileCount" + $2, "byteCount" = "byteCount" + $2 * 10 WHERE id = $1`, [
    treeId,
    files,
  ]);
}

/** Returns all sorted paths of a tree. Folders end with a slash. */
export async function pathsOf(treeId: number): Promise<string[]> {
  const { rows } = await pool().query<{ path: string }>(
    `WITH RECURSIVE walk AS (
       SELECT id, '' AS path FROM "Entry" WHERE "treeId" = $1 AND "parentId" IS NULL
       UNION ALL
       SELECT child.id, walk.path || child.name || CASE WHEN child.kind = 'folder' THEN '/' ELSE '' END
         FROM walk JOIN "Entry" child ON child."treeId" = $1 AND child."parentId" = walk.id)
     SELECT path FROM walk WHERE path <> '' ORDER BY path COLLATE "C"`,
    [treeId],
  );
  return rows.map(({ path }) => path);
}

/** Returns the recorded and the actual totals of a tree, its number of entries and how many the root reaches. */
export async function totalsOf(treeId: number) {
  const { fileCount, byteCount } = await db().tree.findUniqueOrThrow({ where: { id: treeId } });
  const { files, folders, bytes } = await measureTree(db(), treeId);
  const reached = (await pathsOf(treeId)).length;
  return { recorded: { files: fileCount, bytes: Number(byteCount) }, actual: { files, bytes }, entries: files + folders, reached };
}
