import type { TableEntry } from "../../archives/entry-table";
import { drain } from "../../archives/verify";
import { newBlobKey } from "../../blobs/key";
import { pool } from "../../db";
import { logger } from "../../logger";
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
  { store, signal }: StepContext,
  held: HeldImport,
  entry: TableEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const place = { treeId: held.treeId ?? 0, from: { blobKey: held.blobKey, offset: entry.offset } };
  // Deleted by its owner, or moved by an attempt that was killed right after.
  if (!(await hasZipFile(pool(), place))) return drain(bytes);
  const blobKey = newBlobKey();
  // The row comes first: bytes that nobody knows of would stay for ever.
  await pool().query(`INSERT INTO "Blob" (key, size) VALUES ($1, $2)`, [blobKey, entry.size]);
  let isUsed = false;
  try {
    await store.write(blobKey, bytes, signal);
    isUsed = await moveToOwnBlob(pool(), { ...place, blobKey });
  } finally {
    if (!isUsed)
      await deleteUnusedBlobs([blobKey]).catch((error: unknown) => logger.warn({ err: error, blobKey }, "blob left to the sweep"));
  }
}
