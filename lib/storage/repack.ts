import { newBlobKey } from "../blobs/key";
import { blobStore } from "../blobs/open";
import type { Slice } from "../blobs/slice";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { pool, withTransaction } from "../db";
import { logger } from "../logging/logger";
import { insertBlobFrom } from "../trees/mutations";
import { deleteUnusedBlobs } from "./garbage/unused-blobs";
import { IS_AT_REST, pointAtCopies } from "./mutations";
import { SliceCopy } from "./repack/repack-copy";

/** What an entry of an archive takes beside its bytes, about: its local header, and its line in the directory. */
const AROUND_ENTRY_BYTES = 200;

/** Of a blob of today nobody knows yet what will be made of it. */
const YOUNG = "1 day";

/** What one step copies: so long a kill makes it be done again, and so many entries are locked at once. */
const STEP_BYTES = 1024 ** 3;
const STEP_SLICES = 10_000;

/**
 * Finds packs and archives of which less than half is alive: is a slice of some file, in whatever tree. One pass over the index
 * of slices: seconds for a million entries.
 * @returns those that waste most come first
 */
export async function findSparseBlobs(): Promise<BlobKey[]> {
  const { rows } = await pool().query<{ key: string }>({
    text: `SELECT blob.key
             FROM (SELECT "blobKey", sum(taken) AS alive
                     FROM (SELECT "blobKey", max("storedSize" + CASE WHEN "hasLocalHeader" THEN ${AROUND_ENTRY_BYTES} ELSE 0 END) AS taken
                             FROM "Entry" WHERE "blobKey" IS NOT NULL GROUP BY "blobKey", "offset") slice
                    GROUP BY "blobKey") used
             JOIN "Blob" blob ON blob.key = used."blobKey"
            WHERE used.alive * 2 < blob.size AND blob."createdAt" < now() - interval '${YOUNG}' AND ${IS_AT_REST}
            ORDER BY blob.size - used.alive DESC, blob.key`,
  });
  return rows.map(({ key }) => blobKeySchema.parse(key));
}

/** The next slices of a blob, in the order of its bytes. Two entries are of one slice only when they say the same of it. */
async function listSlices(blobKey: BlobKey, after: Slice | null): Promise<Slice[]> {
  const { rows } = await pool().query<Omit<Slice, "blobKey">>({
    text: `SELECT * FROM (
             SELECT DISTINCT "offset", "hasLocalHeader", "storedSize", size, method::text AS method, crc32 FROM "Entry" WHERE "blobKey" = $1 AND "offset" >= $2
           ) slice
           WHERE $3 OR ("offset", "hasLocalHeader", "storedSize", size, method, coalesce(crc32, -1)) > ($2, $4::bool, $5, $6, $7, $8)
           ORDER BY "offset", "hasLocalHeader", "storedSize", size, method, coalesce(crc32, -1) LIMIT ${STEP_SLICES}`,
    values: [
      blobKey,
      after?.offset ?? 0,
      after === null,
      after?.hasLocalHeader ?? false,
      after?.storedSize ?? 0,
      after?.size ?? 0,
      after?.method ?? "",
      after?.crc32 ?? -1,
    ],
  });
  const slices: Slice[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.storedSize;
    if (slices.length > 0 && bytes > STEP_BYTES) break;
    slices.push({ ...row, blobKey });
  }
  return slices;
}

/**
 * One step: slices are copied into a new blob, and then, in one transaction, every entry of theirs points there.
 * @returns how many were damaged, and left where they are
 */
async function moveSlices(from: BlobKey, slices: readonly Slice[], signal: AbortSignal): Promise<number> {
  const key = newBlobKey();
  // Its row comes first: whoever is killed from here on leaves a blob that nothing refers to, and that a sweep finds by it.
  await withTransaction((transaction) => insertBlobFrom(transaction, { key, size: 0, from }));
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

/**
 * Copies what is alive of a blob into new ones, step by step, and lets go of it. Readers find the same bytes at every moment,
 * in the old blob or the new. A slice that is damaged stays where it is.
 * @returns how many are
 * @throws BlobMissingError, and whatever the database or the object store throws; what was done until then stays done
 */
export async function repackBlob(blobKey: BlobKey, signal: AbortSignal): Promise<number> {
  let last: Slice | null = null;
  let damaged = 0;
  while (true) {
    signal.throwIfAborted();
    const slices: Slice[] = await listSlices(blobKey, last);
    last = slices.at(-1) ?? null;
    if (last === null) return damaged;
    damaged += await moveSlices(blobKey, slices, signal);
  }
}
