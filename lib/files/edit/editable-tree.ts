import { retryTransaction, type Transaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import { lockProject, recordMapEdit, setCurrentTree } from "../../projects/mutations";
import { type Entry, findEntriesBy } from "../../trees/data";
import { createTree, ensureAssetsTree, insertFolders, lockTree, recordEdit, reserveEntryIds } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";
import { itemGone } from "./path-rules";

/** A tree that is locked until the transaction ends. */
export interface EditableTree {
  readonly tx: Transaction;
  readonly treeId: number;
  readonly rootId: number;
  /** Changes of the totals, which {@link editTree} records. */
  files: number;
  bytes: number;
  /** Set by an edit that changes nothing; it is then not recorded. */
  isUnchanged: boolean;
}

/** Creates a tree for a project that only links to a map elsewhere. */
async function findProjectTree(tx: Transaction, projectId: string): Promise<number> {
  const project = await lockProject(tx, projectId);
  if (!project) throw notFound("Project not found.");
  if (project.currentTreeId !== null) return project.currentTreeId;
  const { treeId } = await createTree(tx);
  await setCurrentTree(tx, projectId, treeId);
  return treeId;
}

/** Locks the tree of a scope. Order of locks: import, project, tree. */
async function lockScope(tx: Transaction, scope: FileScope): Promise<EditableTree> {
  const treeId = scope.kind === "assets" ? await ensureAssetsTree(tx) : await findProjectTree(tx, scope.projectId);
  const rootId = await lockTree(tx, treeId);
  return { tx, treeId, rootId, files: 0, bytes: 0, isUnchanged: false };
}

/** Edits the tree of a scope in one transaction. `edit` runs again after a deadlock. @throws AppError 404 when the project is gone */
export function editTree<Result>(scope: FileScope, edit: (tree: EditableTree) => Promise<Result>): Promise<Result> {
  return retryTransaction(async (tx) => {
    const tree = await lockScope(tx, scope);
    const result = await edit(tree);
    if (tree.isUnchanged) return result;
    await recordEdit(tx, tree);
    if (scope.kind === "project") await recordMapEdit(tx, scope.projectId, tree.treeId);
    return result;
  });
}

/** Returns the entry at a path of a locked tree, or null */
export async function findLocked(tree: EditableTree, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntriesBy(tree.tx, [{ root: { treeId: tree.treeId }, path }]);
  return entry;
}

/**
 * Returns the id of the folder at a path and creates missing folders.
 * @param refuse returns the error for a file on the way, by its path
 */
export async function ensureFolder(tree: EditableTree, path: EntryPath, refuse: (path: EntryPath) => Error): Promise<number> {
  let parentId = tree.rootId;
  for (const [index, name] of path.entries()) {
    const reached = path.slice(0, index + 1);
    const found = await findLocked(tree, reached);
    if (found?.kind === "file") throw refuse(reached);
    const id = found?.id ?? (await reserveEntryIds(tree.tx, 1))[0] ?? 0;
    if (!found) await insertFolders(tree.tx, tree.treeId, [{ id, parentId, name, modifiedAt: new Date() }]);
    parentId = id;
  }
  return parentId;
}

/** Finds an entry of a locked tree. @throws AppError 404 */
export async function requireItem(tree: EditableTree, path: EntryPath): Promise<Entry> {
  const entry = await findLocked(tree, path);
  if (!entry) throw itemGone(path);
  return entry;
}

/** Finds a folder of a locked tree. @throws AppError 404 when there is no folder, 409 when it is a file */
export async function requireFolder(tree: EditableTree, path: EntryPath): Promise<Entry & { kind: "folder" }> {
  const entry = await findLocked(tree, path);
  if (!entry) throw notFound("This folder no longer exists.");
  if (entry.kind !== "folder") throw new AppError("conflict", `“${entry.name}” is a file, not a folder.`);
  return entry;
}
