import { NO_BACKUP_RUNS } from "../../blobs/backup-lock";
import { deleteEach } from "../../blobs/delete-each";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { pool } from "../../db";
import type { Sweep } from "../../jobs/job";
import { requireOwnStore } from "../inspection/owner";

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

/** A blob that nothing refers to. */
interface Unused {
  name: BlobKey;
  /** Bytes; 0 until all of them are there. */
  size: number;
}

/** Each time the rows of so many go in one statement. */
const DELETED_AT_ONCE = 100;

/** @returns those that the store did not delete */
async function deleteBlobs(blobs: readonly Unused[]): Promise<Unused[]> {
  const left: Unused[] = [];
  for (let from = 0; from < blobs.length; from += DELETED_AT_ONCE) {
    const batch = blobs.slice(from, from + DELETED_AT_ONCE);
    // Bytes first: what is interrupted here leaves a row by which the sweep finds it again.
    const { gone, stuck } = await deleteEach(batch, ({ name, size }) => blobStore().delete(name, { isWhole: size > 0 }));
    const values = [gone.map(({ name }) => name)];
    await pool().query({ text: `DELETE FROM "Blob" blob WHERE key = ANY ($1) AND ${IS_UNUSED}`, values });
    left.push(...stuck);
  }
  return left;
}

/** @param where a condition for blobs, on parameters from $1 on. @returns those that nothing refers to, and none while a backup runs */
async function readUnused(where: string, values: unknown[]): Promise<Unused[]> {
  const text = `SELECT key, size FROM "Blob" blob WHERE ${IS_UNUSED} AND ${NO_BACKUP_RUNS} AND ${where}`;
  const { rows } = await pool().query<{ key: string; size: number }>({ text, values });
  return rows.map(({ key, size }) => ({ name: blobKeySchema.parse(key), size }));
}

/**
 * Deletes those of these blobs that nothing refers to, their bytes included. Nobody may be about to refer to one.
 * While a backup runs they are left to the sweep.
 * @throws Error when the store did not delete all of them; then they are left to the sweep as well
 */
export async function deleteUnusedBlobs(keys: readonly BlobKey[]): Promise<void> {
  const [left] = await deleteBlobs(await readUnused("key = ANY ($1)", [keys]));
  if (left) throw new Error(`Blob ${left.name} could not be deleted.`);
}

/** Of those that are old enough, and of those that were released. @param stuck keys to pass over; those that cannot be deleted are added */
async function deleteSome(stuck: Set<string>): Promise<{ found: number; gone: number }> {
  const released = `"releasedAt" IS NOT NULL AND key <> ALL ($2) ORDER BY "releasedAt" LIMIT $1`;
  const old = `"createdAt" < now() - interval '${GRACE}' AND key <> ALL ($2) ORDER BY "createdAt" LIMIT $1`;
  const values = [SWEPT_AT_ONCE, [...stuck]];
  const blobs = [...(await readUnused(released, values)), ...(await readUnused(old, values))];
  const found = [...new Map(blobs.map((blob) => [blob.name, blob])).values()];
  if (found.length > 0) await requireOwnStore();
  const left = await deleteBlobs(found);
  for (const { name } of left) stuck.add(name);
  return { found: found.length, gone: found.length - left.length };
}

/**
 * @returns how many were deleted: of those that are old enough, and of those that were released
 * @throws Error when the store has deleted none of those that there were
 */
export async function deleteOldUnusedBlobs(signal?: AbortSignal): Promise<number> {
  // Released by one user, and still needed by another, who will release it again.
  await pool().query({ text: `UPDATE "Blob" blob SET "releasedAt" = NULL WHERE "releasedAt" IS NOT NULL AND NOT (${IS_UNUSED})` });
  const stuck = new Set<string>();
  let deleted = 0;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    const { found, gone } = await deleteSome(stuck);
    deleted += gone;
    isMore = found >= SWEPT_AT_ONCE;
  }
  if (deleted === 0 && stuck.size > 0) throw new Error(`None of ${stuck.size} blobs could be deleted.`);
  return deleted;
}

/** Deletes blobs that nothing refers to: what dropTrees has released, and what killed processes left, too old for anybody to be about to use it. */
export const unusedBlobSweep: Sweep = {
  name: "unused blobs",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    await deleteOldUnusedBlobs(signal);
  },
};
