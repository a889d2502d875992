import { z } from "zod";
import type { BlobKey } from "../../blobs/store";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { AppError, notFound } from "../../errors";
import type { LockKey } from "./locks";
import { UPLOAD_EXPIRY_MS } from "./schema";

/** The progress of an upload, in the column `storage`. Only the holder of the upload's lock may change it. */
export const uploadStorageSchema = z.object({
  /** Token of the lock under which a request began to write and has not ended; its last write may still be on the way. */
  writer: z.string().nullable().default(null),
  /** Id of the multipart upload; null on disk. */
  multipart: z.string().nullable().default(null),
  /** Name of the object that holds the bytes of the part that is not full yet; null when there is none. */
  tail: z.string().nullable().default(null),
  /** Bytes received in a bucket. On disk, the file has the size. */
  received: z.number().int().default(0),
  /** First and last numbers of the parts that count, in order. Other parts belong to writers that lost the lock. */
  spans: z.array(z.tuple([z.number().int(), z.number().int()])).default([]),
  from: z.number().int().default(1),
  /** Bytes of every part but the last. Stored with the upload, so that a release with another part size can continue it. */
  partBytes: z
    .number()
    .int()
    .positive()
    .default(16 * 1024 * 1024),
  /** Since when the object store reports less than it had: milliseconds since 1970, by the database's clock; null when it does not. */
  staleSince: z.number().nullable().default(null),
});
export type UploadStorage = z.infer<typeof uploadStorageSchema>;

/** The lock was taken over, or cannot be proven any more. Nothing is wrong with the bytes. */
export function lockLost(): AppError {
  return new AppError("locked", "Another request has taken this upload over.", { retryAfter: 1 });
}

/** Changes an upload if the lock is held. @param assignments $1 and $2 are id and token @throws AppError 404, 423 without lock */
async function updateUnderLock<Row extends object>(
  { uploadId, token }: LockKey,
  assignments: string,
  values: unknown[],
  returning = "upload.id",
): Promise<Row> {
  const [row] = await queryRows<Row>(db(), {
    text: `WITH held AS (SELECT token FROM "UploadLock" WHERE "uploadId" = $1 AND token = $2 FOR SHARE),
                former AS (SELECT id, coalesce(storage, '{}') AS storage, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
                             FROM "Upload" WHERE id = $1 FOR UPDATE)
           UPDATE "Upload" upload SET ${assignments}, "updatedAt" = now() FROM held, former WHERE upload.id = former.id
           RETURNING ${returning}`,
    values: [uploadId, token, ...values],
  });
  if (row) return row;
  throw (await db().upload.count({ where: { id: uploadId } })) === 0 ? notFound() : lockLost();
}

export function expiryFromNow(): Date {
  return new Date(Date.now() + UPLOAD_EXPIRY_MS);
}

/** Begins a write and postpones the expiry. @returns the storage before, with the `writer` that never ended @throws AppError 404, 423 */
export async function beginWriting(lock: LockKey): Promise<UploadStorage> {
  const assignments = `"expiresAt" = $3, storage = former.storage || jsonb_build_object('writer', $2::text)`;
  const { storage } = await updateUnderLock<{ storage: unknown }>(lock, assignments, [expiryFromNow()], "former.storage");
  return uploadStorageSchema.parse(storage);
}

/** Replaces the storage. @throws AppError 404, 423 */
export async function keepStorage(lock: LockKey, storage: UploadStorage): Promise<void> {
  await updateUnderLock(lock, "storage = $3", [JSON.stringify(storage)]);
}

/** Records how many bytes have come while more are coming, so that they count against the quota. @throws AppError 404, 423 */
export async function noteReceived(lock: LockKey, received: number): Promise<void> {
  const assignments = `"expiresAt" = $3, storage = former.storage || jsonb_build_object('received', $4::bigint)`;
  await updateUnderLock(lock, assignments, [expiryFromNow(), received]);
}

/** Records that the store reports less than it had. @returns for how many milliseconds it has done so @throws AppError 404, 423 */
export async function noteStale(lock: LockKey): Promise<number> {
  const since = `coalesce((former.storage->>'staleSince')::bigint, former.now)`;
  const assignments = `storage = former.storage || jsonb_build_object('staleSince', ${since})`;
  const { ms } = await updateUnderLock<{ ms: number }>(lock, assignments, [], `(former.now - ${since})::float8 AS ms`);
  return ms;
}

/** Records that a request has nothing on the way any more. @param kept of an upload in a bucket @throws AppError 404, 423 */
export async function endWriting(lock: LockKey, kept: Partial<Pick<UploadStorage, "tail" | "received">> = {}): Promise<void> {
  await updateUnderLock(lock, "storage = (former.storage - 'writer') || $3::jsonb", [JSON.stringify(kept)]);
}

/** Returns the storage of an upload, or null when there is no such upload. */
export async function findUploadStorage(id: BlobKey): Promise<UploadStorage | null> {
  const upload = await db().upload.findUnique({ where: { id }, select: { storage: true } });
  return upload && uploadStorageSchema.parse(upload.storage ?? {});
}
