import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { BlobKey } from "../../blobs/store";
import { type Queryable, withTransaction } from "../../db";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { findTreesOf, lockTrees, type MovedSlice, repointSlices } from "../../trees/slices/blob-slices";
import { LOCK_BLOB, releaseBlobs, setBlobSize } from "../mutations";
import { IS_AT_REST, lockUpload } from "../references/blob-references";

export interface CopiedSlices {
  from: BlobKey;
  to: { key: BlobKey; size: number };
  moved: readonly MovedSlice[];
}

/** Shorter than the deadlock timeout of PostgreSQL, so this transaction gives way. */
const LOCK_LIMIT = "500ms";
const ATTEMPTS = 30;
const RETRY_MS = 300;

class BusyError extends Error {}

function isBusy(error: unknown): boolean {
  // 55P03: lock timeout; 40P01: deadlock.
  return error instanceof BusyError || (error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01"));
}

/** Locks every tree with files of the slices, so that concurrent copies read the new ones. @throws BusyError when another tree got some */
async function lockAllTrees(transaction: Queryable, { from, moved }: CopiedSlices): Promise<void> {
  const findTrees = () => findTreesOf(transaction, from, moved[0]?.slice.offset ?? 0, moved.at(-1)?.slice.offset ?? 0);
  const trees = await findTrees();
  await lockTrees(transaction, trees);
  const locked = new Set(trees);
  if ((await findTrees()).some((id) => !locked.has(id))) throw new BusyError("A tree was copied.");
}

/** Locks upload and blob, so that a starting import waits. @returns false when an import uses the blob */
async function lockSource(transaction: Queryable, key: BlobKey): Promise<boolean> {
  await lockUpload(transaction, key);
  await transaction.query({ text: LOCK_BLOB, values: [key] });
  const { rowCount } = await transaction.query({ text: `SELECT FROM "Blob" blob WHERE key = $1 AND ${IS_AT_REST}`, values: [key] });
  return rowCount === 1;
}

function pointOnce(copied: CopiedSlices): Promise<boolean> {
  return withTransaction(async (transaction) => {
    await transaction.query({ text: `SET LOCAL lock_timeout = '${LOCK_LIMIT}'` });
    if (!(await lockSource(transaction, copied.from))) return false;
    await lockAllTrees(transaction, copied);
    if ((await repointSlices(transaction, copied.from, copied.to.key, copied.moved)) === 0) return false;
    await setBlobSize(copied.to.key, copied.to.size, transaction);
    await releaseBlobs(transaction, [copied.from]);
    await wakeWorkersBy(transaction);
    return true;
  });
}

/** Points entries at the copies in one transaction. @returns false when no entry changed, an import uses the blob or trees stay locked */
export async function pointAtCopies(copied: CopiedSlices, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pointOnce(copied);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt === ATTEMPTS) return false;
      await pause(RETRY_MS, undefined, { signal });
    }
  }
}
