import pLimit from "p-limit";
import { blobStore } from "../blobs/open";
import { blobKeySchema } from "../blobs/store";
import { db } from "../db/client";
import { type Database, queryRows } from "../db/query";
import { env } from "../env";
import { listReceiving, readShares, SHOWN_FILES, sumReceived } from "./references/blob-references";

/** Builds the join of the blob of a key (an SQL expression) as `alias`. */
export const joinBlob = (alias: string, key: string) => `LEFT JOIN "Blob" ${alias} ON ${alias}.key = ${key}`;

export const blobsWhere = (condition: string) => `SELECT key FROM "Blob" WHERE ${condition}`;

/** Size of a store that does not report its own: 1 TiB. */
const UNKNOWN_TOTAL_BYTES = 1024 ** 4;

const ASKED_AT_ONCE = 32;

/** Expression for the bytes that all blobs together take or have reserved. Triggers of Blob keep it, so that no check reads every row. */
export const STORED_BYTES = `(SELECT coalesce(sum(bytes), 0)::bigint FROM "StoredBytes")`;

/** Returns the bytes that unfinished uploads have received. */
export async function measureUploads(client: Database = db()): Promise<number> {
  // A bucket does not report the size of unfinished multipart uploads, so their rows count it.
  if (env().s3) return sumReceived(client);
  const sizes = await pLimit(ASKED_AT_ONCE).map(await listReceiving(client), (id) => blobStore().size(blobKeySchema.parse(id)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** Reads the row of the installation. */
export function readInstallation() {
  return db().installation.findFirstOrThrow();
}

/** Returns bytes: `used` by all blobs and unfinished uploads, `total` by quota or store, `available`; the `files` of current maps; the `shares` of `used`. */
export async function readStorage() {
  const [rows, received, capacity] = await Promise.all([
    queryRows<{ blobs: number; files: number }>(db(), {
      text: `SELECT ${STORED_BYTES} AS blobs, ${SHOWN_FILES} AS files`,
    }),
    measureUploads(),
    blobStore().capacity(),
  ]);
  const { blobs, files } = rows[0] ?? { blobs: 0, files: 0 };
  const used = blobs + received;
  const total = env().storageQuotaBytes ?? capacity.total ?? UNKNOWN_TOTAL_BYTES;
  const available = Math.max(0, Math.min(total - used, capacity.free ?? Number.POSITIVE_INFINITY));
  return { used, total, available, files, shares: await readShares(used, received) };
}
