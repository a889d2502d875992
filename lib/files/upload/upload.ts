import { type NewFolder, PathTree, ROOT_FOLDER } from "../../archives/path-tree";
import type { AuditActor } from "../../audit/mutations";
import type { Slice } from "../../blobs/slice";
import { AppError } from "../../errors";
import { releaseBlobs } from "../../storage/mutations";
import { findChildren } from "../../trees/folders/read-folder";
import { deleteEntries, insertFiles, insertFolders, type NewFile, reserveEntryIds } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { type FileScope, presentItem } from "../data";
import { type EditableTree, editTree, requireFolder } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import type { FileItem } from "../schema";

export interface UploadedFile {
  names: EntryPath;
  slice: Slice | null;
}

/** The folders and files of an upload, regardless of existing ones. */
export interface UploadPlan {
  folders: NewFolder[];
  files: { folder: number; name: string; path: string; slice: Slice | null }[];
}

const twice = (path: string) => new AppError("bad_request", `“${path}” is there more than once in this upload.`);

/** Collects the folders and files of an upload. @throws AppError 400 for a duplicate path, or for a file below another one */
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

/** Finds existing folders, level by level. @returns ids by number @throws AppError 409 for a file */
async function findFolders({ tx, treeId }: EditableTree, targetId: number, folders: readonly NewFolder[]): Promise<Map<number, number>> {
  const ids = new Map([[ROOT_FOLDER, targetId]]);
  let level = folders.filter(({ parent }) => parent === ROOT_FOLDER);
  while (level.length > 0) {
    const wanted = level.map(({ parent, name }) => ({ parentId: ids.get(parent) ?? 0, name }));
    const found = new Set<number>();
    for (const { number: place, id, kind } of await findChildren(tx, treeId, wanted)) {
      const { number, name } = level[place] ?? { number: ROOT_FOLDER, name: "" };
      if (kind === "file") throw new AppError("conflict", `“${name}” is a file, not a folder.`);
      ids.set(number, id);
      found.add(number);
    }
    level = folders.filter(({ parent }) => found.has(parent));
  }
  return ids;
}

/** Creates missing folders. @param found ids of existing ones by number @returns ids of all */
async function makeFolders(
  { tx, treeId }: EditableTree,
  folders: readonly NewFolder[],
  found: ReadonlyMap<number, number>,
  modifiedAt: Date,
): Promise<Map<number, number>> {
  const ids = new Map(found);
  const missing = folders.filter(({ number }) => !found.has(number));
  if (missing.length === 0) return ids;
  const reserved = await reserveEntryIds(tx, missing.length);
  for (const [index, { number }] of missing.entries()) ids.set(number, reserved[index] ?? 0);
  const rows = missing.map(({ number, parent, name }) => ({ id: ids.get(number) ?? 0, parentId: ids.get(parent) ?? 0, name, modifiedAt }));
  await insertFolders(tx, treeId, rows);
  return ids;
}

/** Deletes existing files with the same paths and releases their bytes. @throws AppError 409 for a folder */
async function clearPlaces(tree: EditableTree, files: readonly { parentId: number; name: string; path: string }[]): Promise<void> {
  const found = await findChildren(tree.tx, tree.treeId, files);
  const folder = found.find(({ kind }) => kind === "folder");
  if (folder) throw new AppError("conflict", `“${files[folder.number]?.path ?? ""}” is a folder, not a file.`);
  if (found.length === 0) return;
  await deleteEntries(
    tree.tx,
    found.map(({ id }) => id),
  );
  const keys = new Set(found.flatMap(({ blobKey }) => blobKey ?? []));
  await releaseBlobs(tree.tx, [...keys]);
  tree.files -= found.length;
  for (const { size } of found) tree.bytes -= size;
}

/** Places files, creates missing folders and replaces existing files. @throws AppError 409 for a file where a folder is, or below a file */
async function placeFiles(tree: EditableTree, targetId: number, plan: UploadPlan, modifiedAt: Date): Promise<void> {
  const found = await findFolders(tree, targetId, plan.folders);
  const ids = await makeFolders(tree, plan.folders, found, modifiedAt);
  const files = plan.files.map(({ folder, ...file }) => ({ ...file, parentId: ids.get(folder) ?? 0, isNewFolder: !found.has(folder) }));
  await clearPlaces(
    tree,
    files.filter(({ isNewFolder }) => !isNewFolder),
  );
  const rows = files.map(({ parentId, name, slice }): NewFile => ({ parentId, name, slice, modifiedAt }));
  await insertFiles(tree.tx, tree.treeId, rows);
  tree.files += rows.length;
  for (const { slice } of rows) tree.bytes += slice?.size ?? 0;
}

interface FileUpload {
  targetPath: EntryPath;
  files: readonly UploadedFile[];
}

/** Publishes stored files, all or none. @throws AppError 400 for a duplicate path, 404, 409 where a file meets a folder */
export async function publishFiles(scope: FileScope, { targetPath, files }: FileUpload, actor: AuditActor): Promise<FileItem[]> {
  const plan = planUpload(files);
  const modifiedAt = new Date();
  await editTree(scope, async (tree) => {
    const target = await requireFolder(tree, targetPath);
    await placeFiles(tree, target.id, plan, modifiedAt);
    const bytes = plan.files.reduce((sum, { slice }) => sum + (slice?.size ?? 0), 0);
    const [first] = files;
    const path = first && files.length === 1 ? [...targetPath, ...first.names] : targetPath;
    const details = { count: files.length, bytes, folder: targetPath.join("/") };
    await recordFileEvent(tree.tx, scope, actor, { action: "file.uploaded", path, details });
  });
  return files.map(({ names, slice }) => {
    const name = names.at(-1) ?? "";
    return presentItem({ kind: "file", name, modifiedAt, size: slice?.size ?? 0 }, [...targetPath, ...names.slice(0, -1)]);
  });
}
