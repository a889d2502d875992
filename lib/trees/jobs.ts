import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { pool } from "../db";
import type { Sweep } from "../jobs/job";

/** True of a blob that no row refers to any more. */
const IS_UNUSED = `
  NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Upload" WHERE id = blob.key)
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

async function readKeys(text: string, value: unknown): Promise<BlobKey[]> {
  const { rows } = await pool().query<{ key: string }>({ text, values: [value] });
  return rows.map(({ key }) => blobKeySchema.parse(key));
}

/** Deletes those of these blobs that nothing refers to, their bytes included. Nobody may be about to refer to one. */
export async function deleteUnusedBlobs(keys: readonly BlobKey[]): Promise<void> {
  await deleteBlobs(await readKeys(`SELECT key FROM "Blob" blob WHERE key = ANY ($1) AND ${IS_UNUSED}`, keys));
}

/** @returns how many were deleted */
export async function deleteOldUnusedBlobs(): Promise<number> {
  const old = `SELECT key FROM "Blob" blob WHERE "createdAt" < now() - interval '${GRACE}' AND ${IS_UNUSED} ORDER BY "createdAt" LIMIT $1`;
  const keys = await readKeys(old, SWEPT_AT_ONCE);
  await deleteBlobs(keys);
  return keys.length;
}

/** Deletes what killed processes left: blobs that nothing refers to, and too old for anybody to be about to use them. */
export const unusedBlobSweep: Sweep = {
  name: "unused blobs",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    let deleted = SWEPT_AT_ONCE;
    while (deleted === SWEPT_AT_ONCE && !signal.aborted) deleted = await deleteOldUnusedBlobs();
  },
};
