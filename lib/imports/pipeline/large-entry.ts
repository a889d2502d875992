import type { TableEntry } from "../../archives/entry-table";
import { type BlobKey, newBlobKey } from "../../blobs/store";
import { db } from "../../db/client";
import { inTransaction, type Transaction } from "../../db/transaction";
import { isDiskFull } from "../../errors";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { insertBlobFrom } from "../../storage/mutations";
import { findSpace } from "../../storage/quota/space";
import { hasZipFile, moveToOwnBlob } from "../../trees/slices/blob-slices";
import type { HeldImport, StepContext } from "./lease";

/** Copies a large deflated entry to its own blob, so that ranges can be served. @returns false without space */
export async function keepLargeEntry(
  context: StepContext,
  held: HeldImport,
  entry: TableEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<boolean> {
  const { lease, store, signal } = context;
  const place = { treeId: held.treeId ?? 0, from: { blobKey: held.blobKey, offset: entry.offset } };
  // Deleted by its owner, or moved by an attempt that was interrupted right after.
  if (!(await hasZipFile(db(), place))) return true;
  const blobKey = newBlobKey();
  // The row comes first, so that the sweep finds the bytes.
  const hasSpace = await inTransaction(async (tx) => {
    const { left } = await findSpace(tx, entry.size);
    if (entry.size > left) return false;
    await beginPending(tx, context, { key: blobKey, size: entry.size, from: held.blobKey });
    return true;
  });
  if (!hasSpace) {
    logger.info({ importId: held.id, bytes: entry.size }, "no space for a large file of its own");
    return false;
  }
  try {
    await store.write(blobKey, bytes, signal);
    const isUsed = await inTransaction(async (tx) => {
      const isMoved = await moveToOwnBlob(tx, { ...place, blobKey });
      if (isMoved) await lease.write({ pendingBlobKey: null }, tx);
      return isMoved;
    });
    if (!isUsed) await dropPending(context, blobKey);
    return true;
  } catch (error) {
    await dropPending(context, blobKey);
    if (!isDiskFull(error)) throw error;
    logger.warn({ err: error, importId: held.id }, "no room for a large file of its own");
    return false;
  }
}

/** Records a blob before its bytes are written, and in the import, so that an interruption deletes it. */
export async function beginPending(tx: Transaction, { lease }: StepContext, blob: Parameters<typeof insertBlobFrom>[1]): Promise<void> {
  await insertBlobFrom(tx, blob);
  await lease.write({ pendingBlobKey: blob.key }, tx);
}

export async function dropPending({ lease }: StepContext, pendingBlobKey: BlobKey | null): Promise<void> {
  if (pendingBlobKey === null) return;
  await deleteUnusedBlobs([pendingBlobKey]);
  await lease.write({ pendingBlobKey: null });
}
