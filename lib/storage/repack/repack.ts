import { newBlobKey } from "../../blobs/key";
import { blobStore } from "../../blobs/open";
import type { Slice } from "../../blobs/slice";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { logger } from "../../logging/logger";
import { aliveBytes, listSlices } from "../../trees/slices/blob-slices";
import { deleteUnusedBlobs } from "../garbage/unused-blobs";
import { insertBlobFrom } from "../mutations";
import { IS_AT_REST } from "../references/blob-references";
import { pointAtCopies } from "./point-at-copies";
import { SliceCopy } from "./repack-copy";

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
