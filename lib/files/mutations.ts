import type { AuditActor } from "../audit/mutations";
import { AppError } from "../errors";
import { insertFolders, reserveEntryIds } from "../trees/mutations";
import type { EntryPath } from "../trees/schema";
import { measureSubtrees } from "../trees/subtrees/subtree";
import type { FileScope } from "./data";
import { recordFileEvent } from "./edit/file-event";
import { bytesOf, nameTaken, requireRoom } from "./edit/path-rules";
import { editTree, findLocked, requireFolder, requireItem } from "./editable-tree";
import { presentItem } from "./present";
import { type FileItem, judgePath } from "./schema";

function requireWritable(path: EntryPath): void {
  const problem = judgePath(path);
  if (problem) throw new AppError("bad_request", problem);
}

/** Makes an empty folder. @throws AppError 404 for a missing folder around it, 409 for a name that is taken */
export function createFolder(scope: FileScope, folder: EntryPath, name: string, actor: AuditActor): Promise<FileItem> {
  const path = [...folder, name];
  requireWritable(path);
  return editTree(scope, async (tree) => {
    const { id: parentId } = await requireFolder(tree, folder);
    if (await findLocked(tree, path)) throw nameTaken(name);
    const [id = 0] = await reserveEntryIds(tree.transaction, 1);
    const modifiedAt = new Date();
    await insertFolders(tree.transaction, tree.treeId, [{ id, parentId, name, modifiedAt }]);
    await recordFileEvent(tree.transaction, scope, actor, { action: "file.folder-created", path });
    return presentItem({ kind: "folder", name, modifiedAt }, folder);
  });
}

/**
 * Gives a file or folder another name: one row, whatever lies below it.
 * @throws AppError 404 when it is gone, 409 for a name that is taken, 400 when paths below it would become too long
 */
export function renameItem(scope: FileScope, path: EntryPath, name: string, actor: AuditActor): Promise<FileItem> {
  const folder = path.slice(0, -1);
  const after = [...folder, name];
  requireWritable(after);
  return editTree(scope, async (tree) => {
    const entry = await requireItem(tree, path);
    const renamed = presentItem({ ...entry, name }, folder);
    if (entry.name === name) {
      tree.isUnchanged = true;
      return renamed;
    }
    if (await findLocked(tree, after)) throw nameTaken(name);
    // Only a longer name makes paths longer.
    if (entry.kind === "folder" && bytesOf([name]) > bytesOf([entry.name])) {
      const reach = (await measureSubtrees(tree.transaction, tree.treeId, [entry.id])).get(entry.id);
      if (reach) requireRoom(after, reach);
    }
    await tree.transaction.query({ text: `UPDATE "Entry" SET name = $2 WHERE id = $1`, values: [entry.id, name] });
    await recordFileEvent(tree.transaction, scope, actor, { action: "file.renamed", path, details: { newName: name } });
    return renamed;
  });
}
