import { DatabaseError } from "pg";
import type { Slice } from "../blobs/slice";
import { copyLines } from "../db/copy";
import { type Database, execute, queryRows } from "../db/query";
import { afterCommit, type Transaction } from "../db/transaction";
import { markTreeChange } from "./changes/change-mark";

export interface NewFolder {
  /** From {@link reserveEntryIds}, so that children can refer to it before it is inserted. */
  id: number;
  parentId: number;
  name: string;
  modifiedAt: Date;
}

export interface NewFile {
  parentId: number;
  name: string;
  modifiedAt: Date;
  slice: Slice | null;
}

const NO_BYTES = { size: 0, blobKey: null, offset: 0, hasLocalHeader: false, storedSize: 0, method: "stored", crc32: 0 } as const;

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Escapes a text for COPY. */
const escapeText = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? "");

/** Creates an empty tree that no project refers to. @returns its id and that of its root */
export async function createTree(
  client: Database,
  kind: "project" | "assets" | "trash" = "project",
): Promise<{ treeId: number; rootId: number }> {
  const entries = { create: { kind: "folder", name: "" } } as const;
  const { id, entries: roots } = await client.tree.create({
    data: { kind, entries },
    select: { id: true, entries: { select: { id: true } } },
  });
  return { treeId: Number(id), rootId: Number(roots[0]?.id) };
}

const findAssetsTree = (client: Database) => client.tree.findFirst({ where: { kind: "assets" }, select: { id: true } });

/** Returns id of the tree of the shared assets, which is created if there is none */
export async function ensureAssetsTree(tx: Transaction): Promise<number> {
  const found = await findAssetsTree(tx);
  if (found) return Number(found.id);
  // The unique index lets one of two concurrent transactions through. The other one reads again.
  await execute(tx, { text: "SAVEPOINT assets" });
  try {
    return (await createTree(tx, "assets")).treeId;
  } catch (error) {
    await execute(tx, { text: "ROLLBACK TO SAVEPOINT assets" });
    const created = await findAssetsTree(tx);
    if (!created) throw error;
    return Number(created.id);
  }
}

/** Locks a tree against other changes; waits for copies of its rows. @returns id of its root */
export async function lockTree(tx: Transaction, treeId: number): Promise<number> {
  await execute(tx, { text: `SELECT FROM "Tree" WHERE id = $1 FOR UPDATE`, values: [treeId] });
  const root = await tx.entry.findFirst({ where: { treeId, parentId: null }, select: { id: true } });
  if (!root) throw new Error(`Tree ${treeId} has no root.`);
  return Number(root.id);
}

/** Records that a locked tree was edited: it has a new revision, and so many files and bytes more. */
export async function recordEdit(
  tx: Transaction,
  { treeId, files, bytes }: { treeId: number; files: number; bytes: number },
): Promise<void> {
  const data = { fileCount: { increment: files }, byteCount: { increment: bytes }, revision: { increment: 1 } };
  await tx.tree.updateMany({ where: { id: treeId }, data });
  afterCommit(tx, markTreeChange);
}

export async function renameEntry(tx: Transaction, entryId: number, name: string): Promise<void> {
  await tx.entry.updateMany({ where: { id: entryId }, data: { name } });
}

export async function deleteEntries(tx: Transaction, entryIds: readonly number[]): Promise<void> {
  await execute(tx, { text: `DELETE FROM "Entry" WHERE id = ANY ($1)`, values: [entryIds] });
}

/** Points a file at other bytes, which are stored uncompressed. @param slice null for none */
export async function replaceSlice(tx: Transaction, entryId: number, slice: Slice | null): Promise<void> {
  const { size, blobKey, offset, crc32 } = slice ?? NO_BYTES;
  const data = { ...NO_BYTES, size, storedSize: size, blobKey, offset, crc32: crc32 ?? 0, modifiedAt: new Date() };
  await tx.entry.updateMany({ where: { id: entryId }, data });
}

export async function reserveEntryIds(client: Database, count: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(client, {
    text: `SELECT nextval(pg_get_serial_sequence('"Entry"', 'id')) AS id FROM generate_series(1, $1)`,
    values: [count],
  });
  return rows.map(({ id }) => id);
}

const NODE_COLUMNS = `"treeId", "parentId", kind, name, "modifiedAt"`;
const FILE_COLUMNS = `size, "blobKey", "offset", "hasLocalHeader", "storedSize", method, crc32`;

/** Returns the line of COPY for a folder. */
export function folderLine(treeId: number, { id, parentId, name, modifiedAt }: NewFolder): string {
  return `${id}\t${treeId}\t${parentId}\tfolder\t${escapeText(name)}\t${modifiedAt.toISOString()}\n`;
}

/** Returns the line of COPY for a file. */
export function fileLine(treeId: number, { parentId, name, modifiedAt, slice }: NewFile): string {
  const { size, blobKey, offset, hasLocalHeader, storedSize, method, crc32 } = slice ?? NO_BYTES;
  const node = `${treeId}\t${parentId}\tfile\t${escapeText(name)}\t${modifiedAt.toISOString()}`;
  return `${node}\t${size}\t${blobKey ?? "\\N"}\t${offset}\t${hasLocalHeader}\t${storedSize}\t${method}\t${crc32 ?? "\\N"}\n`;
}

/** Inserts folders and files of a tree that isn't visible yet. @param lines of {@link folderLine} and {@link fileLine} */
export async function copyEntries(lines: { folders: readonly Buffer[]; files: readonly Buffer[] }): Promise<void> {
  await copyLines([
    { target: `"Entry" (id, ${NODE_COLUMNS})`, chunks: lines.folders },
    { target: `"Entry" (${NODE_COLUMNS}, ${FILE_COLUMNS})`, chunks: lines.files },
  ]);
}

export async function insertFolders(client: Database, treeId: number, folders: readonly NewFolder[]): Promise<void> {
  await client.entry.createMany({ data: folders.map((folder) => ({ ...folder, treeId, kind: "folder" as const })) });
}

export async function insertFiles(client: Database, treeId: number, files: readonly NewFile[]): Promise<void> {
  const data = files.map(({ slice, ...node }) => ({ ...node, treeId, kind: "file" as const, ...(slice ?? NO_BYTES) }));
  await client.entry.createMany({ data });
}

/** Detail of a unique violation in any language: `… (1, 2, index.html) …`. */
const DUPLICATE_DETAIL = /=\(\d+, (\d+), (.*)\)[^)]*$/s;

/** Returns the existing entry that made an insert fail, or null. */
export function findDuplicateEntry(error: unknown): { parentId: number; name: string } | null {
  if (!(error instanceof DatabaseError) || error.constraint !== "Entry_treeId_parentId_name_key") return null;
  const [, parentId, name] = DUPLICATE_DETAIL.exec(error.detail ?? "") ?? [];
  return parentId && name !== undefined ? { parentId: Number(parentId), name } : null;
}

export interface FinishedTree {
  treeId: number;
  rootId: number;
  /** Folder that contains everything and replaces the root; null when there is none. */
  wrappingFolderId: number | null;
  files: number;
  bytes: number;
}

/** Completes a new tree: strips a wrapping folder by changing two rows, and records the totals. */
export async function finishTree(client: Database, tree: FinishedTree): Promise<void> {
  if (tree.wrappingFolderId !== null) {
    await client.entry.deleteMany({ where: { id: tree.rootId } });
    await client.entry.updateMany({ where: { id: tree.wrappingFolderId }, data: { parentId: null, name: "" } });
  }
  await client.tree.updateMany({ where: { id: tree.treeId }, data: { fileCount: tree.files, byteCount: tree.bytes } });
}

/** Makes a tree the current one and retires the former by clock time, because versions are ordered by it. */
export async function showTree(tx: Transaction, projectId: string, treeId: number): Promise<void> {
  await execute(tx, {
    text: `UPDATE "Tree" SET "retiredAt" = clock_timestamp() WHERE "projectId" = $1 AND kind = 'project' AND "retiredAt" IS NULL AND id <> $2`,
    values: [projectId, treeId],
  });
  await tx.tree.updateMany({ where: { id: treeId }, data: { projectId, retiredAt: null } });
  afterCommit(tx, markTreeChange);
}

/** Changes the note of a locked project's tree. @returns the former note */
export async function noteTree(tx: Transaction, treeId: number, note: string): Promise<string> {
  const former = await tx.tree.findUnique({ where: { id: treeId }, select: { note: true } });
  await tx.tree.updateMany({ where: { id: treeId }, data: { note } });
  return former?.note ?? "";
}

/** Sets the thumbnail of a tree. @returns the blob of the former one, or null */
export async function setTreeImage(tx: Transaction, treeId: number, key: string | null): Promise<string | null> {
  const [tree] = await queryRows<{ before: string | null }>(tx, {
    text: `UPDATE "Tree" tree SET "imageBlobKey" = $2 FROM (SELECT id, "imageBlobKey" AS before FROM "Tree" WHERE id = $1 FOR UPDATE) former
            WHERE tree.id = former.id RETURNING former.before`,
    values: [treeId, key],
  });
  return tree?.before ?? null;
}

/** Removes all trees from a project, including those of its trash. A sweep deletes them. */
export async function abandonTrees(tx: Transaction, projectId: string): Promise<void> {
  await tx.tree.updateMany({ where: { projectId }, data: { projectId: null, retiredAt: new Date() } });
}

/** Locks a tree that no project has. @param isUnused further condition on `tree` @returns its id, or null */
export async function lockAbandonedTree(tx: Transaction, isUnused: string): Promise<number | null> {
  const rows = await queryRows<{ id: number }>(tx, {
    text: `SELECT id FROM "Tree" tree WHERE "projectId" IS NULL AND "retiredAt" IS NOT NULL AND ${isUnused}
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  });
  return rows[0]?.id ?? null;
}

/** Deletes a tree with its entries. Running bulk inserts into it fail. */
export async function deleteTree(client: Database, treeId: number): Promise<void> {
  await client.tree.deleteMany({ where: { id: treeId } });
}

/** Deletes trees with their entries. @returns keys of the blobs that their files were in, and of their thumbnails */
export async function deleteTrees(tx: Transaction, treeIds: readonly number[]): Promise<string[]> {
  const rows = await queryRows<{ blobKey: string }>(tx, {
    text: `SELECT DISTINCT "blobKey" FROM "Entry" WHERE "treeId" = ANY ($1) AND "blobKey" IS NOT NULL
            UNION SELECT "imageBlobKey" FROM "Tree" WHERE id = ANY ($1) AND "imageBlobKey" IS NOT NULL`,
    values: [treeIds],
  });
  await tx.tree.deleteMany({ where: { id: { in: [...treeIds] } } });
  return rows.map(({ blobKey }) => blobKey);
}
