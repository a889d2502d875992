import type { BlobKey } from "../blobs/store";
import { db } from "../db/client";
import { type Database, execute } from "../db/query";
import type { Transaction } from "../db/transaction";
import { deleteTrees } from "../trees/mutations";
import { deleteReleasedUploads } from "./references/blob-references";

/** Inserts the row of a blob before its bytes, so that the sweep finds it after a crash. @param ownerId null when the product made them */
export async function insertBlob(key: string, ownerId: string | null, size = 0, client: Database = db()): Promise<void> {
  const text = `INSERT INTO "Blob" (key, size, "ownerId") VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING`;
  await execute(client, { text, values: [key, size, ownerId] });
}

/** Inserts the row of a copy of a blob, with the owner and age of the original, before the bytes. */
export async function insertBlobFrom(client: Database, { key, size, from }: { key: BlobKey; size: number; from: BlobKey }): Promise<void> {
  await execute(client, {
    text: `INSERT INTO "Blob" (key, size, "ownerId", "uploadedAt")
           SELECT $1, $2, source."ownerId", coalesce(source."uploadedAt", now()) FROM (SELECT 1) one LEFT JOIN "Blob" source ON source.key = $3`,
    values: [key, size, from],
  });
}

/** Records the size of a blob whose bytes are all stored, and releases what it had reserved. */
export async function setBlobSize(key: BlobKey, size: number, client: Database = db()): Promise<void> {
  await execute(client, { text: `UPDATE "Blob" SET size = $2, reserved = 0 WHERE key = $1`, values: [key, size] });
}

/** Locks the row of the blob $1, so that a starting import waits. Order of locks: upload, blob, tree. */
export const LOCK_BLOB = `SELECT FROM "Blob" WHERE key = $1 FOR UPDATE`;

/** Locks the rows of the blobs $1 against deletion. Selects their number. */
export const SHARE_BLOBS = `SELECT count(*)::int FROM (SELECT key FROM "Blob" WHERE key = ANY ($1::text[]) ORDER BY key FOR KEY SHARE) locked`;

/** Marks the blob $1 as released, and inserts a missing row, so that the sweep finds an unfinished upload. */
export const RELEASE_UPLOAD = `INSERT INTO "Blob" (key, size, "releasedAt") VALUES ($1, 0, now()) ON CONFLICT (key) DO UPDATE SET "releasedAt" = now()`;

/** Releases blobs. A sweep soon deletes those that nothing else refers to. */
export async function releaseBlobs(tx: Transaction, keys: readonly string[]): Promise<void> {
  await deleteReleasedUploads(tx, keys);
  await execute(tx, { text: `UPDATE "Blob" SET "releasedAt" = now() WHERE key = ANY ($1)`, values: [keys] });
}

/** Deletes trees with their entries and releases their blobs, which a sweep deletes soon after the transaction. */
export async function dropTrees(tx: Transaction, treeIds: readonly number[]): Promise<void> {
  if (treeIds.length > 0) await releaseBlobs(tx, await deleteTrees(tx, treeIds));
}
