import type { AuditActor } from "../audit/mutations";
import { AppError } from "../errors";
import { insertFolders, renameEntry, reserveEntryIds } from "../trees/mutations";
import type { EntryPath } from "../trees/schema";
import { measureSubtrees } from "../trees/subtrees/subtree";
import { type FileScope, presentItem } from "./data";
import { editTree, findLocked, requireFolder, requireItem } from "./edit/editable-tree";
import { recordFileEvent } from "./edit/file-event";
import { bytesOf, nameTaken, requireRoom } from "./edit/path-rules";
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
    const [id = 0] = await reserveEntryIds(tree.tx, 1);
    const modifiedAt = new Date();
    await insertFolders(tree.tx, tree.treeId, [{ id, parentId, name, modifiedAt }]);
    await recordFileEvent(tree.tx, scope, actor, { action: "file.folder-created", path });
    return presentItem({ kind: "folder", name, modifiedAt }, folder);
  });
}

/** Renames a file or folder. @throws AppError 404 when it is gone, 409 for a taken name, 400 when paths below would become too long */
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
    if (entry.kind === "folder" && bytesOf([name]) > bytesOf([entry.name])) {
      for (const reach of await measureSubtrees(tree.tx, tree.treeId, [entry])) requireRoom(after, reach);
    }
    await renameEntry(tree.tx, entry.id, name);
    await recordFileEvent(tree.tx, scope, actor, { action: "file.renamed", path, details: { newName: name } });
    return renamed;
  });
}
