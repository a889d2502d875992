import { setTimeout as pause } from "node:timers/promises";
import type { BlobKey } from "../../blobs/store";
import { isDeadlock, isLockTimeout } from "../../db/errors";
import { execute, queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { wakeWorkers } from "../../jobs/notifications";
import { findTreesOf, lockTrees, type MovedSlice, repointSlices } from "../../trees/slices/blob-slices";
import { releaseBlobs, setBlobSize } from "../mutations";
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
  return error instanceof BusyError || isLockTimeout(error) || isDeadlock(error);
}

/** Locks every tree with files of the slices, so that concurrent copies read the new ones. @throws BusyError when another tree got some */
async function lockAllTrees(tx: Transaction, { from, moved }: CopiedSlices): Promise<void> {
  const findTrees = () => findTreesOf(tx, from, moved[0]?.slice.offset ?? 0, moved.at(-1)?.slice.offset ?? 0);
  const trees = await findTrees();
  await lockTrees(tx, trees);
  const locked = new Set(trees);
  if ((await findTrees()).some((id) => !locked.has(id))) throw new BusyError("A tree was copied.");
}

/** Locks upload and blob. @returns false when an import uses the blob */
async function lockSource(tx: Transaction, key: BlobKey): Promise<boolean> {
  await lockUpload(tx, key);
  const atRest = await queryRows(tx, { text: `SELECT key FROM "Blob" blob WHERE key = $1 AND ${IS_AT_REST}`, values: [key] });
  return atRest.length === 1;
}

function pointOnce(copied: CopiedSlices): Promise<boolean> {
  return inTransaction(async (tx) => {
    await execute(tx, { text: `SET LOCAL lock_timeout = '${LOCK_LIMIT}'` });
    if (!(await lockSource(tx, copied.from))) return false;
    await lockAllTrees(tx, copied);
    if ((await repointSlices(tx, copied.from, copied.to.key, copied.moved)) === 0) return false;
    await setBlobSize(copied.to.key, copied.to.size, tx);
    await releaseBlobs(tx, [copied.from]);
    await wakeWorkers(tx);
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
