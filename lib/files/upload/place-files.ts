import { PathTree, ROOT_FOLDER } from "../../archives/path-tree";
import type { Slice } from "../../blobs/slice";
import type { Queryable } from "../../db";
import { AppError } from "../../errors";
import { insertFiles, insertFolders, type NewFile, releaseBlobs, reserveEntryIds } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import type { EditableTree } from "../editable-tree";

/** A file that has been uploaded, by its path below a folder. */
export interface UploadedFile {
  names: EntryPath;
  /** Null of an empty file. */
  slice: Slice | null;
}

/** A folder on the way to a file; its number is that of the path tree. */
interface Folder {
  number: number;
  parent: number;
  name: string;
}

/** The folders and files of an upload, without regard to what is there already. */
export interface UploadPlan {
  /** Parents first. */
  folders: Folder[];
  files: { folder: number; name: string; path: string; slice: Slice | null }[];
}

const twice = (path: string) => new AppError("bad_request", `“${path}” is there more than once in this upload.`);

/** @throws AppError 400 when a path is there twice, or one file lies below another */
export function planUpload(uploaded: readonly UploadedFile[]): UploadPlan {
  const tree = new PathTree();
  const plan: UploadPlan = { folders: [], files: [] };
  for (const { names, slice } of uploaded) {
    const path = names.join("/");
    const name = names.at(-1) ?? "";
    const entered = tree.enterFolder(names.slice(0, -1));
    if ("taken" in entered) throw twice([...tree.pathOf(entered.taken.folder), entered.taken.name].join("/"));
    if (!tree.addFile(entered.folder, name)) throw twice(path);
    plan.folders.push(...entered.newFolders);
    plan.files.push({ folder: entered.folder, name, path, slice });
  }
  return plan;
}

interface Child {
  /** Place of the question among all. */
  number: number;
  id: number;
  kind: "folder" | "file";
  size: number;
  blobKey: string | null;
}

/** Each name is one probe of the unique index, whatever the planner believes of a table that has just grown (see trees/data.ts). */
async function findChildren(client: Queryable, treeId: number, wanted: readonly { parentId: number; name: string }[]): Promise<Child[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<Child>({
    name: "files:find-children",
    text: `SELECT wanted.number::int - 1 AS number, child.id, child.kind, child.size, child."blobKey"
             FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS wanted (parent, name, number)
            CROSS JOIN LATERAL (
              SELECT id, kind, size, "blobKey" FROM "Entry" entry
               WHERE entry."treeId" = $1 AND entry."parentId" = wanted.parent AND entry.name = wanted.name LIMIT 1
            ) child`,
    values: [treeId, wanted.map(({ parentId }) => parentId), wanted.map(({ name }) => name)],
  });
  return rows;
}

/** Finds the folders that are there, level by level. @returns their ids by number. @throws AppError 409 for one that is a file */
async function findFolders(
  { transaction, treeId }: EditableTree,
  targetId: number,
  folders: readonly Folder[],
): Promise<Map<number, number>> {
  const ids = new Map([[ROOT_FOLDER, targetId]]);
  let level = folders.filter(({ parent }) => parent === ROOT_FOLDER);
  while (level.length > 0) {
    const wanted = level.map(({ parent, name }) => ({ parentId: ids.get(parent) ?? 0, name }));
    const found = new Set<number>();
    for (const { number: place, id, kind } of await findChildren(transaction, treeId, wanted)) {
      const { number, name } = level[place] ?? { number: ROOT_FOLDER, name: "" };
      if (kind === "file") throw new AppError("conflict", `“${name}” is a file, not a folder.`);
      ids.set(number, id);
      found.add(number);
    }
    level = folders.filter(({ parent }) => found.has(parent));
  }
  return ids;
}

/** Makes the folders that are missing. @param found ids by number of those that are there. @returns ids of all */
async function makeFolders(
  { transaction, treeId }: EditableTree,
  folders: readonly Folder[],
  found: ReadonlyMap<number, number>,
  modifiedAt: Date,
): Promise<Map<number, number>> {
  const ids = new Map(found);
  const missing = folders.filter(({ number }) => !found.has(number));
  if (missing.length === 0) return ids;
  const reserved = await reserveEntryIds(transaction, missing.length);
  for (const [index, { number }] of missing.entries()) ids.set(number, reserved[index] ?? 0);
  const rows = missing.map(({ number, parent, name }) => ({ id: ids.get(number) ?? 0, parentId: ids.get(parent) ?? 0, name, modifiedAt }));
  await insertFolders(transaction, treeId, rows);
  return ids;
}

/** Deletes the files that stand where others come, and lets go of their bytes. @throws AppError 409 where there is a folder */
async function clearPlaces(tree: EditableTree, files: readonly { parentId: number; name: string; path: string }[]): Promise<void> {
  const found = await findChildren(tree.transaction, tree.treeId, files);
  const folder = found.find(({ kind }) => kind === "folder");
  if (folder) throw new AppError("conflict", `“${files[folder.number]?.path ?? ""}” is a folder, not a file.`);
  if (found.length === 0) return;
  await tree.transaction.query({ text: `DELETE FROM "Entry" WHERE id = ANY ($1)`, values: [found.map(({ id }) => id)] });
  const keys = new Set(found.flatMap(({ blobKey }) => blobKey ?? []));
  await releaseBlobs(tree.transaction, [...keys]);
  tree.files -= found.length;
  for (const { size } of found) tree.bytes -= size;
}

/**
 * Puts uploaded files into a folder of a locked tree: makes the folders that are missing, and replaces the files that are there.
 * @throws AppError 409 for a file where a folder is, or below a file
 */
export async function placeFiles(tree: EditableTree, targetId: number, plan: UploadPlan, modifiedAt: Date): Promise<void> {
  const found = await findFolders(tree, targetId, plan.folders);
  const ids = await makeFolders(tree, plan.folders, found, modifiedAt);
  const files = plan.files.map(({ folder, ...file }) => ({ ...file, parentId: ids.get(folder) ?? 0, isNewFolder: !found.has(folder) }));
  await clearPlaces(
    tree,
    files.filter(({ isNewFolder }) => !isNewFolder),
  );
  const rows = files.map(({ parentId, name, slice }): NewFile => ({ parentId, name, slice, modifiedAt }));
  await insertFiles(tree.transaction, tree.treeId, rows);
  tree.files += rows.length;
  for (const { slice } of rows) tree.bytes += slice?.size ?? 0;
}
