import { NO_BACKUP_RUNS } from "../blobs/kept-back";
import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { pool } from "../db";
import type { Sweep } from "../jobs/job";
import { requireOwnStore } from "../storage/owner";

/**
 * True of a blob that no row refers to any more.
 *
 * The rule that makes it hold from then on: who is to refer to a blob either has a row that does before the blob is a day old
 * (an upload, a running import, the blob's own row of today), or takes the reference from an entry. For that it locks the entry's
 * tree, `FOR KEY SHARE` at least, and reads the entry under that lock; who takes entries away, or points them at another blob
 * (an edit, a drop, a repacking), holds the tree `FOR UPDATE`. So whatever this sees gone nobody is about to copy.
 * A reader holds no lock: it may look an entry up, and find its blob gone. Then the entry has changed: it looks it up again.
 */
export const IS_UNUSED = `
  NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Upload" WHERE id = blob.key)
  AND NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Import" WHERE "blobKey" = blob.key AND status NOT IN ('complete', 'failed'))
  AND NOT EXISTS (SELECT FROM "Project" WHERE "imageBlobKey" = blob.key)`;

/** A blob is written before the entry that will point to it: longer than any single file takes. */
const GRACE = "1 day";
const SWEPT_AT_ONCE = 1_000;
const SWEEP_MS = 60 * 60 * 1_000;

async function deleteBlobs(keys: readonly BlobKey[]): Promise<void> {
  for (const key of keys) {
    // Bytes first: what is interrupted here leaves a row by which the sweep finds it again.
    await blobStore().delete(key);
    await pool().query({ text: `DELETE FROM "Blob" blob WHERE key = $1 AND ${IS_UNUSED}`, values: [key] });
  }
}

/** @param where a condition for blobs, with one parameter. @returns keys of those that nothing refers to, and none while a backup runs */
async function readUnused(where: string, value: unknown): Promise<BlobKey[]> {
  const text = `SELECT key FROM "Blob" blob WHERE ${IS_UNUSED} AND ${NO_BACKUP_RUNS} AND ${where}`;
  const { rows } = await pool().query<{ key: string }>({ text, values: [value] });
  return rows.map(({ key }) => blobKeySchema.parse(key));
}

/**
 * Deletes those of these blobs that nothing refers to, their bytes included. Nobody may be about to refer to one.
 * While a backup runs they are left to the sweep.
 */
export async function deleteUnusedBlobs(keys: readonly BlobKey[]): Promise<void> {
  await deleteBlobs(await readUnused("key = ANY ($1)", keys));
}

/** @returns how many were deleted: of those that are old enough, and of those that were released */
export async function deleteOldUnusedBlobs(): Promise<number> {
  // Released by one user, and still needed by another, who will release it again.
  await pool().query({ text: `UPDATE "Blob" blob SET "releasedAt" = NULL WHERE "releasedAt" IS NOT NULL AND NOT (${IS_UNUSED})` });
  const released = `"releasedAt" IS NOT NULL ORDER BY "releasedAt" LIMIT $1`;
  const old = `"createdAt" < now() - interval '${GRACE}' ORDER BY "createdAt" LIMIT $1`;
  const keys = new Set([...(await readUnused(released, SWEPT_AT_ONCE)), ...(await readUnused(old, SWEPT_AT_ONCE))]);
  if (keys.size > 0) await requireOwnStore();
  await deleteBlobs([...keys]);
  return keys.size;
}

/** Deletes blobs that nothing refers to: what dropTrees has released, and what killed processes left, too old for anybody to be about to use it. */
export const unusedBlobSweep: Sweep = {
  name: "unused blobs",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    let deleted = SWEPT_AT_ONCE;
    while (deleted >= SWEPT_AT_ONCE && !signal.aborted) deleted = await deleteOldUnusedBlobs();
  },
};
