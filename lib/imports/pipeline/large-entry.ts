import type { TableEntry } from "../../archives/entry-table";
import { drain } from "../../archives/verify";
import { newBlobKey } from "../../blobs/key";
import type { BlobKey } from "../../blobs/store";
import { pool, withTransaction } from "../../db";
import { deleteUnusedBlobs } from "../../trees/jobs";
import { hasZipFile, moveToOwnBlob } from "../../trees/mutations";
import type { StepContext } from "./context";
import type { HeldImport } from "./lease";

/**
 * Gives a large deflated entry a blob of its own while it is being verified, so that parts of it can be served:
 * video, PMTiles, cloud-optimised GeoTIFF. Nothing changes unless every byte was right.
 * @throws what `bytes` throws
 */
export async function keepLargeEntry(
  context: StepContext,
  held: HeldImport,
  entry: TableEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const { lease, store, signal } = context;
  const place = { treeId: held.treeId ?? 0, from: { blobKey: held.blobKey, offset: entry.offset } };
  // Deleted by its owner, or moved by an attempt that was cut off right after.
  if (!(await hasZipFile(pool(), place))) return drain(bytes);
  const blobKey = newBlobKey();
  // Its rows come first: bytes that nobody knows of would stay for ever.
  await withTransaction(async (transaction) => {
    await transaction.query(`INSERT INTO "Blob" (key, size) VALUES ($1, $2)`, [blobKey, entry.size]);
    await lease.write({ pendingBlobKey: blobKey }, transaction);
  });
  try {
    await store.write(blobKey, bytes, signal);
    const isUsed = await withTransaction(async (transaction) => {
      const isMoved = await moveToOwnBlob(transaction, { ...place, blobKey });
      if (isMoved) await lease.write({ pendingBlobKey: null }, transaction);
      return isMoved;
    });
    if (!isUsed) await dropPending(context, blobKey);
  } catch (error) {
    await dropPending(context, blobKey);
    throw error;
  }
}

/** Removes what a large entry that was cut off, or damaged, has left. */
export async function dropPending({ lease }: StepContext, pendingBlobKey: BlobKey | null): Promise<void> {
  if (pendingBlobKey === null) return;
  await deleteUnusedBlobs([pendingBlobKey]);
  await lease.write({ pendingBlobKey: null });
}
