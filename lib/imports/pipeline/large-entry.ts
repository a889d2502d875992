import type { TableEntry } from "../../archives/entry-table";
import { drain } from "../../archives/verify";
import { newBlobKey } from "../../blobs/key";
import type { BlobKey } from "../../blobs/store";
import { pool, withTransaction } from "../../db";
import { isDiskFull } from "../../errors";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { hasZipFile, insertBlobFrom, moveToOwnBlob } from "../../trees/mutations";
import type { StepContext } from "./context";
import type { HeldImport } from "./lease";

/** The same bytes, of which whoever stops reading leaves the rest to the next reader. */
function continuable(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
}

/**
 * Gives a large deflated entry a blob of its own while it is being verified, so that parts of it can be served:
 * video, PMTiles, cloud-optimised GeoTIFF. Nothing changes unless every byte was right.
 * @returns false when the disk is full: then it stays in the archive, where it is right as well, and only slower to be served in parts
 * @throws what `bytes` throws
 */
export async function keepLargeEntry(
  context: StepContext,
  held: HeldImport,
  entry: TableEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<boolean> {
  const { lease, store, signal } = context;
  const place = { treeId: held.treeId ?? 0, from: { blobKey: held.blobKey, offset: entry.offset } };
  // Deleted by its owner, or moved by an attempt that was cut off right after.
  if (!(await hasZipFile(pool(), place))) {
    await drain(bytes);
    return true;
  }
  const blobKey = newBlobKey();
  // Its rows come first: bytes that nobody knows of would stay for ever.
  await withTransaction(async (transaction) => {
    await insertBlobFrom(transaction, { key: blobKey, size: entry.size, from: held.blobKey });
    await lease.write({ pendingBlobKey: blobKey }, transaction);
  });
  const rest = continuable(bytes);
  try {
    await store.write(blobKey, rest, signal);
    const isUsed = await withTransaction(async (transaction) => {
      const isMoved = await moveToOwnBlob(transaction, { ...place, blobKey });
      if (isMoved) await lease.write({ pendingBlobKey: null }, transaction);
      return isMoved;
    });
    if (!isUsed) await dropPending(context, blobKey);
    return true;
  } catch (error) {
    await dropPending(context, blobKey);
    if (!isDiskFull(error)) throw error;
    logger.warn({ err: error, importId: held.id }, "no room for a large file of its own");
    await drain(rest);
    return false;
  }
}

/** Removes what a large entry that was cut off, or damaged, has left. */
export async function dropPending({ lease }: StepContext, pendingBlobKey: BlobKey | null): Promise<void> {
  if (pendingBlobKey === null) return;
  await deleteUnusedBlobs([pendingBlobKey]);
  await lease.write({ pendingBlobKey: null });
}
