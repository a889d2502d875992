import { NO_BACKUP_RUNS } from "../../blobs/backup-lock";
import { deleteEach } from "../../blobs/delete-each";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import type { Sweep } from "../../jobs/job";
import { requireOwnStore } from "../inspection/owner";
import { IS_UNUSED } from "../references/blob-references";

/** A blob is written before the entry that refers to it. No single file takes longer. */
const GRACE = "1 day";
const SWEPT_AT_ONCE = 1_000;
const SWEEP_MS = 60 * 60 * 1_000;

interface Unused {
  name: BlobKey;
  size: number;
}

const DELETED_AT_ONCE = 100;

async function deleteBlobs(blobs: readonly Unused[]): Promise<Unused[]> {
  const left: Unused[] = [];
  for (let from = 0; from < blobs.length; from += DELETED_AT_ONCE) {
    const batch = blobs.slice(from, from + DELETED_AT_ONCE);
    // Bytes first: after an interruption the row lets the sweep find the blob again.
    const { gone, stuck } = await deleteEach(batch, ({ name, size }) => blobStore().delete(name, { isWhole: size > 0 }));
    await execute(db(), { text: `DELETE FROM "Blob" blob WHERE key = ANY ($1) AND ${IS_UNUSED}`, values: [gone.map(({ name }) => name)] });
    left.push(...stuck);
  }
  return left;
}

/** Reads unused blobs, none while a backup runs. @param where condition with parameters from $1 on */
async function readUnused(where: string, values: unknown[]): Promise<Unused[]> {
  const text = `SELECT key, size FROM "Blob" blob WHERE ${IS_UNUSED} AND ${NO_BACKUP_RUNS} AND ${where}`;
  const rows = await queryRows<{ key: string; size: number }>(db(), { text, values });
  return rows.map(({ key, size }) => ({ name: blobKeySchema.parse(key), size }));
}

/** Deletes those of these blobs that nothing refers to, if no backup runs. @throws Error when some are left; the sweep repeats it */
export async function deleteUnusedBlobs(keys: readonly BlobKey[]): Promise<void> {
  const [left] = await deleteBlobs(await readUnused("key = ANY ($1)", [keys]));
  if (left) throw new Error(`Blob ${left.name} could not be deleted.`);
}

/** Deletes old and released blobs. @param stuck keys to skip; those that cannot be deleted are added */
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

/** Deletes unused blobs that are old or released. @returns their number @throws Error when the store has deleted none of them */
export async function deleteOldUnusedBlobs(signal?: AbortSignal): Promise<number> {
  // Released by one user, but still used by another, who will release it again.
  await execute(db(), { text: `UPDATE "Blob" blob SET "releasedAt" = NULL WHERE "releasedAt" IS NOT NULL AND NOT (${IS_UNUSED})` });
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

/** Deletes released blobs, and those that killed processes left. */
export const unusedBlobSweep: Sweep = {
  name: "unused blobs",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    await deleteOldUnusedBlobs(signal);
  },
};
