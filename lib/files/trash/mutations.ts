import type { AuditActor } from "../../audit/mutations";
import { retryTransaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import { wakeWorkers } from "../../jobs/notifications";
import { releaseBlobs } from "../../storage/mutations";
import type { Entry } from "../../trees/data";
import { createTree, deleteTree, renameEntry } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { deleteSubtree, listNames, measureSubtrees, moveToTree } from "../../trees/subtrees/subtree";
import { abandonTrash, lockTrashed, markTrashed } from "../../trees/trash/trash-trees";
import { type FileScope, presentItem } from "../data";
import { type EditableTree, editTree, ensureFolder, requireItem } from "../edit/editable-tree";
import { recordFileEvent, summarizePaths } from "../edit/file-event";
import { nameOfReturned } from "../edit/free-name";
import { itemGone, requireRoom } from "../edit/path-rules";
import type { FileItem } from "../schema";

export interface Deletion {
  path: EntryPath;
  type?: "file" | "folder" | undefined;
  /** Id of the entry, when another one at the path must not be deleted. */
  id?: number;
}

async function requireKind(tree: EditableTree, { path, type, id }: Deletion): Promise<Entry> {
  const entry = await requireItem(tree, path);
  if (id !== undefined && entry.id !== id) throw itemGone(path);
  if (type && entry.kind !== type) throw new AppError("conflict", `“${entry.name}” is a ${entry.kind} by now.`);
  return entry;
}

/** Moves an item to the trash, as a tree of its own. @returns its id there @throws AppError 404, 409 when it is of the other kind */
export function trashItem(scope: FileScope, deletion: Deletion, actor: AuditActor): Promise<string> {
  const from = deletion.path.slice(0, -1).join("/");
  return editTree(scope, async (tree) => {
    const { tx } = tree;
    const entry = await requireKind(tree, deletion);
    const { treeId, rootId } = await createTree(tx, "trash");
    const { files, bytes } = await moveToTree(tx, { treeId: tree.treeId, entryId: entry.id }, { treeId, folderId: rootId });
    const trashing = { projectId: scope.projectId, trashedById: actor.accountId, trashedFrom: from, fileCount: files, byteCount: bytes };
    await markTrashed(tx, treeId, trashing);
    tree.files -= files;
    tree.bytes -= bytes;
    await recordFileEvent(tx, scope, actor, { action: "file.trashed", path: deletion.path, details: { files, bytes } });
    return String(treeId);
  });
}

/** Deletes a file or folder permanently. Its unused bytes are deleted soon after. @throws AppError 404, 409 when it is of the other kind */
export function deleteItem(scope: FileScope, deletion: Deletion, actor: AuditActor): Promise<void> {
  return editTree(scope, async (tree) => {
    const { tx } = tree;
    const { id } = await requireKind(tree, deletion);
    const { files, bytes, blobKeys } = await deleteSubtree(tx, tree.treeId, id);
    await releaseBlobs(tx, blobKeys);
    tree.files -= files;
    tree.bytes -= bytes;
    await recordFileEvent(tx, scope, actor, { action: "file.deleted", path: deletion.path, details: { files, bytes } });
    await wakeWorkers(tx);
  });
}

const inTheWay = (path: EntryPath) => new AppError("conflict", `“${path.at(-1) ?? ""}” is a file now, so nothing can be restored into it.`);

/** Restores an item to its former folder, under a free name. @throws AppError 404 when not in the trash, 409 for a file on the way */
export function restoreItem(scope: FileScope, trashId: number, actor: AuditActor): Promise<FileItem> {
  return editTree(scope, async (tree) => {
    const { tx } = tree;
    const trashed = await lockTrashed(tx, scope.projectId, trashId);
    if (!trashed) throw notFound("This item is no longer in the trash.");
    const folder = trashed.trashedFrom === "" ? [] : trashed.trashedFrom.split("/");
    const folderId = await ensureFolder(tree, folder, inTheWay);
    const name = nameOfReturned(trashed.name, trashed.kind, await listNames(tx, tree.treeId, folderId));
    const path = [...folder, name];
    if (name !== trashed.name) {
      for (const reach of await measureSubtrees(tx, trashId, [trashed])) requireRoom(path, reach);
      await renameEntry(tx, trashed.id, name);
    }
    const { files, bytes } = await moveToTree(tx, { treeId: trashId, entryId: trashed.id }, { treeId: tree.treeId, folderId });
    await deleteTree(tx, trashId);
    tree.files += files;
    tree.bytes += bytes;
    await recordFileEvent(tx, scope, actor, { action: "file.restored", path, details: { files, bytes } });
    return presentItem({ ...trashed, name }, folder);
  });
}

/** Deletes items of the trash; a sweep deletes rows and bytes later. @param ids null for all @returns their number */
export function emptyTrash(scope: FileScope, ids: readonly number[] | null, actor: AuditActor): Promise<number> {
  return retryTransaction(async (tx) => {
    const paths = await abandonTrash(tx, scope.projectId, ids);
    if (paths.length === 0) return 0;
    const details = { ...summarizePaths(paths), from: "trash" };
    await recordFileEvent(tx, scope, actor, { action: "file.deleted", path: paths[0]?.split("/") ?? [], details });
    await wakeWorkers(tx);
    return paths.length;
  });
}
