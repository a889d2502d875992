import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { checkDeflated, checkStored, inflated } from "../../archives/inflate-entry";
import { ChunkBuffer } from "../../blobs/chunk-buffer";
import { readCoalesced, type SliceRead } from "../../blobs/coalesced-reads";
import { blobStore } from "../../blobs/open";
import { openStored, type Slice } from "../../blobs/slice";
import { type BlobKey, BlobMissingError, type BlobStore, blobKeySchema, newBlobKey } from "../../blobs/store";
import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import { inTransaction, isDeadlock, isLockTimeout, type Transaction } from "../../db/transaction";
import { isStoreUnavailable } from "../../errors";
import { wakeWorkers } from "../../jobs/notifications";
import { logger } from "../../logging/logger";
import { aliveBytes, findTreesOf, listSlices, lockTrees, type MovedSlice, repointSlices } from "../../trees/slices/blob-slices";
import { deleteUnusedBlobs } from "../garbage/unused-blobs";
import { insertBlobFrom, releaseBlobs, setBlobSize } from "../mutations";
import { IS_AT_REST, lockUpload } from "../references/blob-references";

const IN_MEMORY_BYTES = 1024 * 1024;

/** Returns whether the bytes match number, size and checksum of the slice, as far as they are known. */
async function isSound(stored: AsyncIterable<Buffer>, { method, storedSize, size, crc32: expected }: Slice): Promise<boolean> {
  // Some writers declare deflate for an empty file and write nothing.
  const plain = method === "deflated" && storedSize > 0 ? inflated(stored, storedSize) : stored;
  let length = 0;
  let sum = 0;
  for await (const chunk of plain) {
    length += chunk.length;
    if (length > size) return false;
    if (expected !== null) sum = crc32(chunk, sum);
  }
  return length === size && (expected === null || sum === expected);
}

function isSoundInMemory(bytes: Buffer, slice: Slice): boolean | Promise<boolean> {
  const { method, size, crc32: expected } = slice;
  if (expected === null || size > IN_MEMORY_BYTES) return isSound(Readable.from([bytes]), slice);
  const promised = { ...slice, crc32: expected };
  return (method === "deflated" ? checkDeflated(bytes, promised) : checkStored(bytes, promised)) === null;
}

/** Copies slices of a blob, end to end, as the bytes of another blob. */
class SliceCopy {
  readonly moved: MovedSlice[] = [];
  readonly damaged: Slice[] = [];
  private position = 0;
  private readonly pieces = new ChunkBuffer();

  constructor(
    private readonly store: BlobStore,
    private readonly slices: readonly Slice[],
    private readonly signal: AbortSignal,
  ) {}

  /** Yields the bytes of the sound slices. @throws BlobMissingError, StoreUnavailableError, and the signal's reason */
  async *bytes(): AsyncGenerator<Buffer, void, undefined> {
    for await (const found of readCoalesced(this.store, this.slices, this.signal)) {
      const { slice } = found;
      const target = this.position;
      let isRight: boolean;
      try {
        isRight = yield* found.kind === "large" ? this.large(slice) : this.small(found);
      } catch (error) {
        if (this.signal.aborted || error instanceof BlobMissingError || isStoreUnavailable(error)) throw error;
        logger.warn({ err: error, blob: slice.blobKey, offset: slice.offset }, "slice cannot be read");
        isRight = false;
      }
      if (isRight) this.moved.push({ slice, target });
      else this.damaged.push(slice);
    }
    const last = this.pieces.take();
    if (last) yield last;
  }

  private async *small(found: Exclude<SliceRead, { kind: "large" }>): AsyncGenerator<Buffer, boolean, undefined> {
    if (found.kind === "failed") throw found.error;
    const { slice, stored } = found;
    if (!(await isSoundInMemory(stored, slice))) return false;
    this.position += stored.length;
    const full = this.pieces.add(stored);
    if (full) yield full;
    return true;
  }

  /** Passes bytes on before they are checked. Nothing refers to damaged ones in the new blob. */
  private async *large(slice: Slice): AsyncGenerator<Buffer, boolean, undefined> {
    const before = this.pieces.take();
    if (before) yield before;
    const copy = new PassThrough({ highWaterMark: IN_MEMORY_BYTES });
    copy.on("error", () => undefined);
    const verdict = isSound(copy, slice).catch(() => false);
    try {
      for await (const chunk of (await openStored(this.store, slice, this.signal)) as AsyncIterable<Buffer>) {
        this.position += chunk.length;
        yield chunk;
        if (!copy.destroyed && !copy.write(chunk)) await Promise.race([once(copy, "drain").catch(() => undefined), verdict]);
      }
      copy.end();
      return await verdict;
    } finally {
      copy.destroy();
    }
  }
}

interface CopiedSlices {
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
async function pointAtCopies(copied: CopiedSlices, signal: AbortSignal): Promise<boolean> {
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

/** Approximate bytes of an archive entry in addition to its data: local header and directory record. */
const AROUND_ENTRY_BYTES = 200;

const YOUNG = "1 day";

/** Limits what one step copies and locks, and what a killed step repeats. */
const STEP_BYTES = 1024 ** 3;
const STEP_SLICES = 10_000;

/** Finds packs and archives of which less than half is used, those that waste most first. */
export async function findSparseBlobs(): Promise<BlobKey[]> {
  const rows = await queryRows<{ key: string }>(db(), {
    text: `SELECT blob.key
             FROM (${aliveBytes(AROUND_ENTRY_BYTES)}) used
             JOIN "Blob" blob ON blob.key = used."blobKey"
            WHERE used.alive * 2 < blob.size AND blob."createdAt" < now() - interval '${YOUNG}' AND ${IS_AT_REST}
            ORDER BY blob.size - used.alive DESC, blob.key`,
  });
  return rows.map(({ key }) => blobKeySchema.parse(key));
}

async function listStep(blobKey: BlobKey, after: Slice | null): Promise<Slice[]> {
  const slices: Slice[] = [];
  let bytes = 0;
  for (const slice of await listSlices(blobKey, after, STEP_SLICES)) {
    bytes += slice.storedSize;
    if (slices.length > 0 && bytes > STEP_BYTES) break;
    slices.push(slice);
  }
  return slices;
}

/** Copies slices into a new blob and points their entries there. @returns number of damaged slices, which stay */
async function moveSlices(from: BlobKey, slices: readonly Slice[], signal: AbortSignal): Promise<number> {
  const key = newBlobKey();
  // The row comes first, so that the sweep finds what a killed process leaves.
  await inTransaction((tx) => insertBlobFrom(tx, { key, size: 0, from }));
  let isUsed = false;
  try {
    const copy = new SliceCopy(blobStore(), slices, signal);
    const size = await blobStore().write(key, copy.bytes(), signal);
    if (copy.damaged.length > 0)
      logger.error({ blob: from, offsets: copy.damaged.map(({ offset }) => offset).slice(0, 100) }, "damaged files");
    if (copy.moved.length > 0) isUsed = await pointAtCopies({ from, to: { key, size }, moved: copy.moved }, signal);
    return copy.damaged.length;
  } finally {
    if (!isUsed) await deleteUnusedBlobs([key]).catch((error: unknown) => logger.warn({ err: error, blob: key }, "copy left to the sweep"));
  }
}

/** Copies the used slices of a blob into new ones and releases it. @returns number of damaged slices @throws BlobMissingError */
export async function repackBlob(blobKey: BlobKey, signal: AbortSignal): Promise<number> {
  let last: Slice | null = null;
  let damaged = 0;
  while (true) {
    signal.throwIfAborted();
    const slices: Slice[] = await listStep(blobKey, last);
    last = slices.at(-1) ?? null;
    if (last === null) return damaged;
    damaged += await moveSlices(blobKey, slices, signal);
  }
}
