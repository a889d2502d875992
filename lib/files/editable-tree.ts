import type { Queryable } from "../db";
import { retryTransaction } from "../db";
import { AppError, notFound } from "../errors";
import { wakeWorkersBy } from "../jobs/wake-up";
import { lockProject } from "../projects/versions/mutations";
import { type Entry, findEntriesBy } from "../trees/data";
import { createTree } from "../trees/mutations";
import type { EntryPath } from "../trees/schema";
import type { FileScope } from "./data";

/** A tree that nobody else changes until the transaction ends. */
export interface EditableTree {
  readonly transaction: Queryable;
  readonly treeId: number;
  readonly rootId: number;
  /** Changes of its totals, for {@link editTree} to note: add to them. */
  files: number;
  bytes: number;
  /** Set by an edit that found everything as it should be: then nothing is noted. */
  isUnchanged: boolean;
}

async function makeAssetsTree(transaction: Queryable): Promise<number> {
  // Two who make it at once: the unique index lets one through, and the other's savepoint is undone.
  await transaction.query({ text: "SAVEPOINT assets" });
  try {
    const { treeId } = await createTree(transaction, "assets");
    return treeId;
  } catch (error) {
    await transaction.query({ text: "ROLLBACK TO SAVEPOINT assets" });
    const { rows } = await transaction.query<{ id: number }>({ text: `SELECT id FROM "Tree" WHERE kind = 'assets'` });
    const [made] = rows;
    if (!made) throw error;
    return made.id;
  }
}

async function findAssetsTree(transaction: Queryable): Promise<number> {
  const { rows } = await transaction.query<{ id: number }>({ text: `SELECT id FROM "Tree" WHERE kind = 'assets'` });
  return rows[0]?.id ?? (await makeAssetsTree(transaction));
}

/** A project that only links to a map elsewhere gets a tree when files come. */
async function findProjectTree(transaction: Queryable, projectId: string): Promise<number> {
  const project = await lockProject(transaction, projectId);
  if (!project) throw notFound("Project not found.");
  if (project.currentTreeId !== null) return project.currentTreeId;
  const { treeId } = await createTree(transaction);
  await transaction.query({ text: `UPDATE "Tree" SET "projectId" = $2 WHERE id = $1`, values: [treeId, projectId] });
  await transaction.query({ text: `UPDATE "Project" SET "currentTreeId" = $2 WHERE id = $1`, values: [projectId, treeId] });
  return treeId;
}

/** Locks the tree of a scope. Order of locks: import, project, tree. */
async function lockTree(transaction: Queryable, scope: FileScope): Promise<EditableTree> {
  const treeId = scope.kind === "assets" ? await findAssetsTree(transaction) : await findProjectTree(transaction, scope.projectId);
  // Whoever copies rows of it holds its key, and is waited for: what this edit lets go of is not in use then.
  await transaction.query({ text: `SELECT FROM "Tree" WHERE id = $1 FOR UPDATE`, values: [treeId] });
  const { rows } = await transaction.query<{ id: number }>({
    text: `SELECT id FROM "Entry" WHERE "treeId" = $1 AND "parentId" IS NULL`,
    values: [treeId],
  });
  const [root] = rows;
  if (!root) throw new Error(`Tree ${treeId} has no root.`);
  return { transaction, treeId, rootId: root.id, files: 0, bytes: 0, isUnchanged: false };
}

/** Notes that a tree was edited: its totals, its revision, and for a project that its picture shows a map of before. */
async function noteEdit({ transaction, treeId, files, bytes }: EditableTree, scope: FileScope): Promise<void> {
  await transaction.query({
    text: `UPDATE "Tree" SET "fileCount" = "fileCount" + $2, "byteCount" = "byteCount" + $3, revision = revision + 1 WHERE id = $1`,
    values: [treeId, files, bytes],
  });
  if (scope.kind === "assets") return;
  await transaction.query({ text: `UPDATE "Project" SET "updatedAt" = now(), "imageOf" = NULL WHERE id = $1`, values: [scope.projectId] });
  await wakeWorkersBy(transaction);
}

/**
 * Edits the tree of a scope in one transaction, one edit at a time. What `edit` throws undoes all of it.
 * Bytes must be in the object store before: nobody waits here for a client. `edit` may run again from the beginning, after what it
 * did was undone: an import that fails at the same moment locks bytes first, and a map afterwards.
 * @throws AppError 404 when the project is gone
 */
export function editTree<Result>(scope: FileScope, edit: (tree: EditableTree) => Promise<Result>): Promise<Result> {
  return retryTransaction(async (transaction) => {
    const tree = await lockTree(transaction, scope);
    const result = await edit(tree);
    if (!tree.isUnchanged) await noteEdit(tree, scope);
    return result;
  });
}

/** @returns the entry at a path of a locked tree, or null */
export async function findLocked(tree: EditableTree, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntriesBy(tree.transaction, [{ root: { treeId: tree.treeId }, path }]);
  return entry;
}

/** @throws AppError 404 when there is no folder, 409 when it is a file */
export async function requireFolder(tree: EditableTree, path: EntryPath): Promise<Entry & { kind: "folder" }> {
  const entry = await findLocked(tree, path);
  if (!entry) throw notFound("This folder no longer exists.");
  if (entry.kind !== "folder") throw new AppError("conflict", `“${entry.name}” is a file, not a folder.`);
  return entry;
}

/** @throws AppError 404 */
export async function requireItem(tree: EditableTree, path: EntryPath): Promise<Entry> {
  const entry = await findLocked(tree, path);
  if (!entry) throw notFound(`“${path.at(-1) ?? ""}” no longer exists.`);
  return entry;
}
