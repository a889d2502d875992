import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { BlobKey } from "../blobs/store";
import { type Queryable, withTransaction } from "../db";
import { wakeWorkersBy } from "../jobs/wake-up";
import { releaseBlobs } from "../trees/mutations";
import type { MovedSlice } from "./repack/repack-copy";

/** True of a blob that no running import reads or is going to point entries at. */
export const IS_AT_REST = `
  NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Import" WHERE (blob.key = "blobKey" OR blob.key = "pendingBlobKey") AND status NOT IN ('complete', 'failed'))`;

/** Slices of a blob, and where their bytes stand as well. */
export interface CopiedSlices {
  from: BlobKey;
  /** A blob whose bytes are all there. */
  to: { key: BlobKey; size: number };
  moved: readonly MovedSlice[];
}

/** Shorter than PostgreSQL waits before it looks for a deadlock: of two that wait for each other, this one gives way. */
const LOCK_LIMIT = "500ms";
const ATTEMPTS = 30;
const RETRY_MS = 300;

/** Somebody else has what is needed, for the moment. */
class BusyError extends Error {}

function isBusy(error: unknown): boolean {
  // 55P03: not given within the limit; 40P01: a deadlock.
  return error instanceof BusyError || (error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01"));
}

async function findTrees(transaction: Queryable, { from, moved }: CopiedSlices): Promise<number[]> {
  const { rows } = await transaction.query<{ treeId: number }>({
    text: `SELECT DISTINCT "treeId" FROM "Entry" WHERE "blobKey" = $1 AND "offset" BETWEEN $2 AND $3 ORDER BY "treeId"`,
    values: [from, moved[0]?.slice.offset, moved.at(-1)?.slice.offset],
  });
  return rows.map(({ treeId }) => treeId);
}

/**
 * Locks every tree with entries of the slices, in the order of their ids: who copies entries of one has done so, and is seen, or
 * waits, and then reads where they point by then. @throws BusyError when one has come to be among them meanwhile
 */
async function lockTrees(transaction: Queryable, copied: CopiedSlices): Promise<void> {
  const trees = await findTrees(transaction, copied);
  await transaction.query({ text: `SELECT FROM "Tree" WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, values: [trees] });
  const locked = new Set(trees);
  if ((await findTrees(transaction, copied)).some((id) => !locked.has(id))) throw new BusyError("A tree was copied.");
}

/** Who is about to begin an import of the blob locks its row, and is waited for. Order of locks: upload, blob, tree. @returns false when an import has it */
async function lockSource(transaction: Queryable, key: BlobKey): Promise<boolean> {
  await transaction.query({ text: `SELECT FROM "Upload" WHERE id = $1 FOR UPDATE`, values: [key] });
  await transaction.query({ text: `SELECT FROM "Blob" WHERE key = $1 FOR UPDATE`, values: [key] });
  const { rowCount } = await transaction.query({ text: `SELECT FROM "Blob" blob WHERE key = $1 AND ${IS_AT_REST}`, values: [key] });
  return rowCount === 1;
}

async function repoint(transaction: Queryable, { from, to, moved }: CopiedSlices): Promise<number> {
  const slices = moved.map(({ slice }) => slice);
  const { rowCount } = await transaction.query({
    text: `UPDATE "Entry" entry SET "blobKey" = $2, "offset" = moved.target, "hasLocalHeader" = false
             FROM unnest($3::bigint[], $4::bool[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[])
                    AS moved (place, header, stored, size, method, crc, target)
            WHERE entry."blobKey" = $1 AND entry."offset" = moved.place AND entry."hasLocalHeader" = moved.header
              AND entry."storedSize" = moved.stored AND entry.size = moved.size AND entry.method = moved.method::"StorageMethod"
              AND entry.crc32 IS NOT DISTINCT FROM moved.crc`,
    values: [
      from,
      to.key,
      slices.map(({ offset }) => offset),
      slices.map(({ hasLocalHeader }) => hasLocalHeader),
      slices.map(({ storedSize }) => storedSize),
      slices.map(({ size }) => size),
      slices.map(({ method }) => method),
      slices.map(({ crc32 }) => crc32),
      moved.map(({ target }) => target),
    ],
  });
  return rowCount ?? 0;
}

function pointOnce(copied: CopiedSlices): Promise<boolean> {
  return withTransaction(async (transaction) => {
    await transaction.query({ text: `SET LOCAL lock_timeout = '${LOCK_LIMIT}'` });
    if (!(await lockSource(transaction, copied.from))) return false;
    await lockTrees(transaction, copied);
    if ((await repoint(transaction, copied)) === 0) return false;
    await transaction.query({ text: `UPDATE "Blob" SET size = $2 WHERE key = $1`, values: [copied.to.key, copied.to.size] });
    await releaseBlobs(transaction, [copied.from]);
    await wakeWorkersBy(transaction);
    return true;
  });
}

/**
 * Points every entry of copied slices at the copies, in whatever tree, in one transaction. Entries that are gone or point
 * elsewhere by now stay as they are; so do all when an import has come to use the blob, or others hold the trees for too long.
 * @returns true when at least one entry points at the copies
 */
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
