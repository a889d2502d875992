import { DatabaseError } from "pg";
import type { Slice } from "../blobs/slice";
import type { BlobKey } from "../blobs/store";
import type { Queryable } from "../db";

export interface NewFolder {
  /** From {@link reserveEntryIds}, so that children can name it before it is written. */
  id: number;
  parentId: number;
  name: string;
  modifiedAt: Date;
}

export interface NewFile {
  parentId: number;
  name: string;
  modifiedAt: Date;
  /** Where its bytes are, and how many; null of an empty file that has no blob. */
  slice: Slice | null;
}

/**
 * An array in PostgreSQL's text form. node-postgres makes one too, value by value and recursively,
 * which for hundreds of thousands of rows takes longer than PostgreSQL does.
 */
function arrayOf<Row>(rows: readonly Row[], write: (row: Row) => string | number): string {
  let text = "";
  for (const row of rows) text += text === "" ? write(row) : `,${write(row)}`;
  return `{${text}}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Begins an empty tree that no project points to. @returns its id and that of its root. */
export async function createTree(
  client: Queryable,
  kind: "project" | "assets" | "trash" = "project",
): Promise<{ treeId: number; rootId: number }> {
  const { rows } = await client.query<{ treeId: number; rootId: number }>({
    text: `WITH tree AS (INSERT INTO "Tree" (kind) VALUES ($1::"TreeKind") RETURNING id),
           root AS (INSERT INTO "Entry" ("treeId", kind, name) SELECT id, 'folder', '' FROM tree RETURNING id)
           SELECT tree.id AS "treeId", root.id AS "rootId" FROM tree, root`,
    values: [kind],
  });
  const [created] = rows;
  if (!created) throw new Error("The tree was not created.");
  return created;
}

/** Takes ids that nobody else will get. */
export async function reserveEntryIds(client: Queryable, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: "trees:reserve-entry-ids",
    text: `SELECT nextval(pg_get_serial_sequence('"Entry"', 'id')) AS id FROM generate_series(1, $1)`,
    values: [count],
  });
  return rows.map(({ id }) => id);
}

/** Writes many folders at once. */
export async function insertFolders(client: Queryable, treeId: number, folders: readonly NewFolder[]): Promise<void> {
  if (folders.length === 0) return;
  await client.query({
    name: "trees:insert-folders",
    text: `INSERT INTO "Entry" (id, "treeId", "parentId", kind, name, "modifiedAt")
           SELECT id, $1, parent, 'folder', name, to_timestamp(modified)
             FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::float8[]) AS folder (id, parent, name, modified)`,
    values: [
      treeId,
      arrayOf(folders, (folder) => folder.id),
      arrayOf(folders, (folder) => folder.parentId),
      arrayOf(folders, (folder) => quote(folder.name)),
      arrayOf(folders, (folder) => folder.modifiedAt.getTime() / 1000),
    ],
  });
}

/** Writes many files at once. */
export async function insertFiles(client: Queryable, treeId: number, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return;
  await client.query({
    name: "trees:insert-files",
    text: `INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset", "hasLocalHeader", "storedSize", method, crc32)
           SELECT $1, parent, 'file', name, size, to_timestamp(modified), key, place, header, stored,
                  CASE WHEN deflated THEN 'deflated'::"StorageMethod" ELSE 'stored' END, crc
             FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::float8[], $6::text[], $7::bigint[], $8::bool[], $9::bigint[], $10::bool[], $11::bigint[])
                  AS file (parent, name, size, modified, key, place, header, stored, deflated, crc)`,
    values: [
      treeId,
      arrayOf(files, (file) => file.parentId),
      arrayOf(files, (file) => quote(file.name)),
      arrayOf(files, ({ slice }) => slice?.size ?? 0),
      arrayOf(files, (file) => file.modifiedAt.getTime() / 1000),
      arrayOf(files, ({ slice }) => slice?.blobKey ?? "NULL"),
      arrayOf(files, ({ slice }) => slice?.offset ?? 0),
      arrayOf(files, ({ slice }) => (slice?.hasLocalHeader ? "t" : "f")),
      arrayOf(files, ({ slice }) => slice?.storedSize ?? 0),
      arrayOf(files, ({ slice }) => (slice?.method === "deflated" ? "t" : "f")),
      arrayOf(files, ({ slice }) => (slice ? (slice.crc32 ?? "NULL") : 0)),
    ],
  });
}

/** What PostgreSQL says of a second entry of one name in one folder, in any language: `… (1, 2, index.html) …`. */
const DUPLICATE_DETAIL = /=\(\d+, (\d+), (.*)\)[^)]*$/s;

/** @returns the entry that was there already, when that is what a write failed for */
export function findDuplicateEntry(error: unknown): { parentId: number; name: string } | null {
  if (!(error instanceof DatabaseError) || error.constraint !== "Entry_treeId_parentId_name_key") return null;
  const [, parentId, name] = DUPLICATE_DETAIL.exec(error.detail ?? "") ?? [];
  return parentId && name !== undefined ? { parentId: Number(parentId), name } : null;
}

export interface FinishedTree {
  treeId: number;
  rootId: number;
  /** Folder that holds everything, and whose place the root gives up to it; null when there is none. */
  wrappingFolderId: number | null;
  files: number;
  /** Bytes of all files, inflated. */
  bytes: number;
}

/** Ends the making of a tree: strips a wrapping folder, whatever its size by changing two rows, and notes what the tree holds. */
export async function finishTree(client: Queryable, tree: FinishedTree): Promise<void> {
  if (tree.wrappingFolderId !== null) {
    await client.query({ text: `DELETE FROM "Entry" WHERE id = $1`, values: [tree.rootId] });
    await client.query({ text: `UPDATE "Entry" SET "parentId" = NULL, name = '' WHERE id = $1`, values: [tree.wrappingFolderId] });
  }
  const values = [tree.treeId, tree.files, tree.bytes];
  await client.query({ text: `UPDATE "Tree" SET "fileCount" = $2, "byteCount" = $3 WHERE id = $1`, values });
}

/** Removes a tree with its entries. Bulk writes that are still on their way into it fail. */
export async function deleteTree(client: Queryable, treeId: number): Promise<void> {
  await client.query({ text: `DELETE FROM "Tree" WHERE id = $1`, values: [treeId] });
}

/**
 * Removes trees that nobody looks at any more, with their entries. The blobs that only they used are released: a sweep of the
 * worker deletes them soon after the transaction, however many there are, for whoever asks for this does not wait for it.
 * Finished uploads that had become these blobs go as well, since nothing can be made of them then.
 */
export async function dropTrees(transaction: Queryable, treeIds: readonly number[]): Promise<void> {
  if (treeIds.length === 0) return;
  const { rows } = await transaction.query<{ blobKey: string }>({
    text: `SELECT DISTINCT "blobKey" FROM "Entry" WHERE "treeId" = ANY ($1) AND "blobKey" IS NOT NULL`,
    values: [treeIds],
  });
  await transaction.query({ text: `DELETE FROM "Tree" WHERE id = ANY ($1)`, values: [treeIds] });
  await releaseBlobs(
    transaction,
    rows.map(({ blobKey }) => blobKey),
  );
}

/** Notes that whoever used these blobs needs them no more; those that nothing else refers to go soon. */
export async function releaseBlobs(transaction: Queryable, keys: readonly string[]): Promise<void> {
  await transaction.query({
    text: `DELETE FROM "Upload" WHERE id = ANY ($1) AND state = 'complete'
              AND NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = "Upload".id)
              AND NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = "Upload".id)
              AND NOT EXISTS (SELECT FROM "Import" WHERE "blobKey" = "Upload".id AND status NOT IN ('complete', 'failed'))`,
    values: [keys],
  });
  await transaction.query({ text: `UPDATE "Blob" SET "releasedAt" = now() WHERE key = ANY ($1)`, values: [keys] });
}

/**
 * Begins a blob for bytes that are copied out of another one: they stay whose they were, and as old.
 * The row comes before the bytes, so that a sweep finds what a killed process has written.
 */
export async function insertBlobFrom(client: Queryable, { key, size, from }: { key: BlobKey; size: number; from: BlobKey }): Promise<void> {
  await client.query({
    text: `INSERT INTO "Blob" (key, size, "ownerId", "uploadedAt")
           SELECT $1, $2, source."ownerId", coalesce(source."uploadedAt", now()) FROM (SELECT 1) one LEFT JOIN "Blob" source ON source.key = $3`,
    values: [key, size, from],
  });
}

/** A file by where its bytes are in a ZIP. */
export interface ZipFilePlace {
  treeId: number;
  from: { blobKey: BlobKey; offset: number };
}

/** @returns false when the file is gone, or its bytes are elsewhere by now */
export async function hasZipFile(client: Queryable, { treeId, from }: ZipFilePlace): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "trees:has-zip-file",
    text: `SELECT FROM "Entry" WHERE "blobKey" = $2 AND "offset" = $3 AND "hasLocalHeader" AND "treeId" = $1`,
    values: [treeId, from.blobKey, from.offset],
  });
  return (rowCount ?? 0) > 0;
}

/**
 * Points a file at a blob that holds it from first byte to last, and nothing else.
 * @returns false when the file is gone, or its bytes are elsewhere by now
 */
export async function moveToOwnBlob(client: Queryable, { treeId, from, blobKey }: ZipFilePlace & { blobKey: BlobKey }): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "trees:move-to-own-blob",
    text: `UPDATE "Entry" SET "blobKey" = $4, "offset" = 0, "hasLocalHeader" = false, "storedSize" = size, method = 'stored'
            WHERE "blobKey" = $2 AND "offset" = $3 AND "hasLocalHeader" AND "treeId" = $1`,
    values: [treeId, from.blobKey, from.offset, blobKey],
  });
  return (rowCount ?? 0) > 0;
}
