import type { AuditActor } from "../../audit/mutations";
import { type Queryable, retryTransaction } from "../../db";
import { AppError, notFound } from "../../errors";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { IS_IN_TRASH, TRASHED_ENTRY } from "../../trash/data";
import type { Entry } from "../../trees/data";
import { createTree, insertFolders, releaseBlobs, reserveEntryIds } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { deleteSubtree, listNames, measureSubtrees, moveToTree } from "../../trees/subtrees/subtree";
import type { FileScope } from "../data";
import { recordFileEvent, tellPaths } from "../edit/file-event";
import { nameOfReturned } from "../edit/free-name";
import { requireRoom } from "../edit/path-rules";
import { type EditableTree, editTree, findLocked, requireItem } from "../editable-tree";
import { presentItem } from "../present";
import type { FileItem } from "../schema";

/** What is to be deleted. */
export interface Deletion {
  path: EntryPath;
  /** Refused when something of the other kind has come to be there. */
  type?: "file" | "folder" | undefined;
}

async function requireKind(tree: EditableTree, { path, type }: Deletion): Promise<Entry> {
  const entry = await requireItem(tree, path);
  if (type && entry.kind !== type) throw new AppError("conflict", `“${entry.name}” is a ${entry.kind} by now.`);
  return entry;
}

/**
 * Puts a file or folder, with everything in it, into the trash: a tree of its own.
 * @returns the id by which it can be restored
 * @throws AppError 404 when it is gone, 409 when it is of the other kind
 */
export function trashItem(scope: FileScope, deletion: Deletion, actor: AuditActor): Promise<string> {
  const from = deletion.path.slice(0, -1).join("/");
  return editTree(scope, async (tree) => {
    const { transaction } = tree;
    const entry = await requireKind(tree, deletion);
    const { treeId, rootId } = await createTree(transaction, "trash");
    const { files, bytes } = await moveToTree(transaction, { treeId: tree.treeId, entryId: entry.id }, { treeId, folderId: rootId });
    await transaction.query({
      text: `UPDATE "Tree" SET "projectId" = $2, "trashedAt" = now(), "trashedById" = $3, "trashedFrom" = $4, "fileCount" = $5, "byteCount" = $6
              WHERE id = $1`,
      values: [treeId, scope.projectId, actor.accountId, from, files, bytes],
    });
    tree.files -= files;
    tree.bytes -= bytes;
    await recordFileEvent(transaction, scope, actor, { action: "file.trashed", path: deletion.path, details: { files, bytes } });
    return String(treeId);
  });
}

/**
 * Deletes a file or folder, with everything in it, for good.
 * @throws AppError 404 when it is gone, 409 when it is of the other kind
 */
export function deleteItem(scope: FileScope, deletion: Deletion, actor: AuditActor): Promise<void> {
  return editTree(scope, async (tree) => {
    const { transaction } = tree;
    const entry = await requireKind(tree, deletion);
    const { files, bytes, blobKeys } = await deleteSubtree(transaction, tree.treeId, entry.id);
    await releaseBlobs(transaction, blobKeys);
    tree.files -= files;
    tree.bytes -= bytes;
    await recordFileEvent(transaction, scope, actor, { action: "file.deleted", path: deletion.path, details: { files, bytes } });
    await wakeWorkersBy(transaction);
  });
}

interface TrashedRow {
  id: number;
  rootId: number;
  kind: "file" | "folder";
  name: string;
  size: number;
  modifiedAt: Date;
  trashedFrom: string;
}

/** Locks something in the trash, against whoever restores it or lets go of it at this moment. @throws AppError 404 */
async function lockTrashed(transaction: Queryable, scope: FileScope, trashId: number): Promise<TrashedRow> {
  const { rowCount } = await transaction.query({
    text: `SELECT FROM "Tree" tree WHERE id = $2 AND ${IS_IN_TRASH} FOR UPDATE`,
    values: [scope.projectId, trashId],
  });
  const { rows } = await transaction.query<TrashedRow>({
    text: `SELECT entry.*, tree."trashedFrom" FROM "Tree" tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry WHERE tree.id = $1`,
    values: [trashId],
  });
  const [found] = rowCount === 0 ? [] : rows;
  if (!found) throw notFound("This item is no longer in the trash.");
  return found;
}

/** @returns the id of the folder at a path, which is made if it is not there. @throws AppError 409 for a file on the way */
async function ensureFolder(tree: EditableTree, path: EntryPath): Promise<number> {
  let parentId = tree.rootId;
  for (const [index, name] of path.entries()) {
    const found = await findLocked(tree, path.slice(0, index + 1));
    if (found?.kind === "file") throw new AppError("conflict", `“${name}” is a file now, so nothing can be restored into it.`);
    const id = found?.id ?? (await reserveEntryIds(tree.transaction, 1))[0] ?? 0;
    if (!found) await insertFolders(tree.transaction, tree.treeId, [{ id, parentId, name, modifiedAt: new Date() }]);
    parentId = id;
  }
  return parentId;
}

/**
 * Puts something back where it was deleted, in the map that the project shows by now; the folders around it are made anew, and if its
 * name is taken it gets a free one.
 * @returns what it is now
 * @throws AppError 404 when it is no longer in the trash, 409 when a file is where its folder was
 */
export function restoreItem(scope: FileScope, trashId: number, actor: AuditActor): Promise<FileItem> {
  return editTree(scope, async (tree) => {
    const { transaction } = tree;
    const trashed = await lockTrashed(transaction, scope, trashId);
    const folder = trashed.trashedFrom === "" ? [] : trashed.trashedFrom.split("/");
    const folderId = await ensureFolder(tree, folder);
    const name = nameOfReturned(trashed.name, trashed.kind, await listNames(transaction, tree.treeId, folderId));
    const path = [...folder, name];
    if (name !== trashed.name) {
      const reach = (await measureSubtrees(transaction, trashId, [trashed.id])).get(trashed.id);
      if (reach) requireRoom(path, reach);
      await transaction.query({ text: `UPDATE "Entry" SET name = $2 WHERE id = $1`, values: [trashed.id, name] });
    }
    const { files, bytes } = await moveToTree(transaction, { treeId: trashId, entryId: trashed.id }, { treeId: tree.treeId, folderId });
    await transaction.query({ text: `DELETE FROM "Tree" WHERE id = $1`, values: [trashId] });
    tree.files += files;
    tree.bytes += bytes;
    await recordFileEvent(transaction, scope, actor, { action: "file.restored", path, details: { files, bytes } });
    return presentItem({ ...trashed, name }, folder);
  });
}

/**
 * Lets go of things in the trash, for good: a sweep of the worker drops them with the bytes that only they had (lib/projects/jobs.ts),
 * and nobody waits for it, however much it is.
 * @param ids null for everything. What is no longer there is left out
 * @returns how many there were
 */
export function emptyTrash(scope: FileScope, ids: readonly number[] | null, actor: AuditActor): Promise<number> {
  return retryTransaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: number; path: string }>({
      text: `WITH gone AS (
               SELECT tree.id, tree."trashedFrom" FROM "Tree" tree
                WHERE ${IS_IN_TRASH} AND ($2::bigint[] IS NULL OR tree.id = ANY ($2)) ORDER BY tree.id FOR UPDATE
             ), let_go AS (
               UPDATE "Tree" tree SET "projectId" = NULL, "retiredAt" = now() FROM gone WHERE tree.id = gone.id
             )
             SELECT tree.id, concat_ws('/', nullif(tree."trashedFrom", ''), entry.name) AS path
               FROM gone tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry ORDER BY tree.id`,
      values: [scope.projectId, ids],
    });
    if (rows.length === 0) return 0;
    const paths = rows.map(({ path }) => path);
    const details = { ...tellPaths(paths), from: "trash" };
    await recordFileEvent(transaction, scope, actor, { action: "file.deleted", path: paths[0]?.split("/") ?? [], details });
    await wakeWorkersBy(transaction);
    return rows.length;
  });
}
