import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { pool } from "../db";
import { env } from "../env";

/** How much is kept, and how much more can be. Bytes but for `files`. */
export interface StorageFigures {
  /** What all blobs take, former maps and the trash included, and what uploads under way have brought so far. */
  used: number;
  /** STORAGE_QUOTA_BYTES; otherwise what the object store can take. */
  total: number;
  /** What can still be stored. Never negative. */
  available: number;
  /** Files of the maps that projects show, and of the shared assets. */
  files: number;
}

/** Taken for the size of a store that does not tell its own: 1 TiB. */
const UNKNOWN_TOTAL_BYTES = 1024 ** 4;

/** The object store is asked for so many at once. */
const ASKED_AT_ONCE = 32;

/** Of uploads whose parts are joined at the end the store tells no size: their rows know what has come. */
async function measureParts(): Promise<number> {
  const { rows } = await pool().query<{ bytes: number }>({
    text: `SELECT coalesce(sum((storage->>'received')::bigint), 0)::bigint AS bytes FROM "Upload" WHERE state = 'receiving'`,
  });
  return rows[0]?.bytes ?? 0;
}

/** @returns bytes that unfinished uploads have brought */
async function measureUploads(): Promise<number> {
  if (env().s3) return measureParts();
  const { rows } = await pool().query<{ id: string }>({ text: `SELECT id FROM "Upload" WHERE state = 'receiving'` });
  const waiting = rows.map(({ id }): BlobKey => blobKeySchema.parse(id)).values();
  let bytes = 0;
  const ask = async () => {
    // One iterator for all who ask: each upload is somebody's once.
    for (const key of waiting) {
      const received = await blobStore().size(key);
      bytes += received ?? 0;
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  return bytes;
}

/** How much is kept, and how much more can be. */
export async function readStorage(): Promise<StorageFigures> {
  const [{ rows }, received, capacity] = await Promise.all([
    pool().query<{ blobs: number; files: number }>({
      text: `SELECT (SELECT coalesce(sum(size), 0)::bigint FROM "Blob") AS blobs,
                    (SELECT coalesce(sum("fileCount"), 0)::bigint FROM "Tree"
                      WHERE kind = 'assets' OR id IN (SELECT "currentTreeId" FROM "Project")) AS files`,
    }),
    measureUploads(),
    blobStore().capacity(),
  ]);
  const { blobs, files } = rows[0] ?? { blobs: 0, files: 0 };
  const used = blobs + received;
  const total = env().storageQuotaBytes ?? capacity.total ?? UNKNOWN_TOTAL_BYTES;
  return { used, total, available: Math.max(0, Math.min(total - used, capacity.free ?? Number.POSITIVE_INFINITY)), files };
}
