import { z } from "zod";
import type { BlobKey } from "../blobs/store";
import { db, pool } from "../db";
import { AppError, notFound } from "../errors";
import type { LockKey } from "../imports/uploads/locks";
import { UPLOAD_EXPIRY_MS } from "../imports/uploads/schema";

/**
 * Where an upload is kept while it is received, and who writes to it: the column `storage`. It changes only for who holds the
 * upload's lease, which the same statement proves: one who was paused and has lost it changes nothing.
 */
export const uploadStorageSchema = z.object({
  /** Token of the lease under which somebody began to write, and has not ended: whoever that was may have something in flight. */
  writer: z.string().nullable().default(null),
  /** Of the multipart upload; null on disk, and where there is none. */
  multipart: z.string().nullable().default(null),
  /** Name of the object with what has come of the part that is not full; null where there is none. */
  tail: z.string().nullable().default(null),
  /** Bytes that have come, of an upload that is kept in parts: nobody else tells without asking for every part. */
  received: z.number().int().default(0),
  /** The numbers of the parts that count, in order: first and last. What others have is of writers who were lost. */
  spans: z.array(z.tuple([z.number().int(), z.number().int()])).default([]),
  /** Number from which on the parts of the present writers count. */
  from: z.number().int().default(1),
  /** Bytes of every part but the last: what was begun with parts of one size goes on with them, whatever is usual meanwhile. */
  partBytes: z
    .number()
    .int()
    .positive()
    .default(16 * 1024 * 1024),
  /** Since when the object store has told less of it than it had. Milliseconds since 1970, by the database's clock; null: it does not. */
  doubtedSince: z.number().nullable().default(null),
});
export type UploadStorage = z.infer<typeof uploadStorageSchema>;

/** The lease went to somebody else, or cannot be proven any more. Nothing is wrong with what was sent. */
export function lockLost(): AppError {
  return new AppError("locked", "Another request has taken this upload over.", { retryAfter: 1 });
}

/** Nothing was changed: the upload is gone, or the lease is. */
async function refuse({ uploadId }: LockKey): Promise<never> {
  throw (await db().upload.count({ where: { id: uploadId } })) === 0 ? notFound() : lockLost();
}

const HELD = `held AS (SELECT token FROM "UploadLock" WHERE "uploadId" = $1 AND token = $2 FOR SHARE)`;

/**
 * Begins to write, and puts the expiry off because bytes are coming.
 * @returns the storage as the former writer left it: with `writer`, when that one never said that it had ended
 * @throws AppError 404 when the upload was deleted, 423 when the lease is somebody else's
 */
export async function beginWriting(lock: LockKey): Promise<UploadStorage> {
  const { rows } = await pool().query<{ storage: unknown }>({
    text: `WITH ${HELD}, former AS (SELECT id, storage FROM "Upload" WHERE id = $1 FOR UPDATE)
           UPDATE "Upload" upload SET "expiresAt" = $3, "updatedAt" = now(),
                  storage = coalesce(former.storage, '{}') || jsonb_build_object('writer', $2::text)
             FROM held, former WHERE upload.id = former.id RETURNING former.storage`,
    values: [lock.uploadId, lock.token, new Date(Date.now() + UPLOAD_EXPIRY_MS)],
  });
  const [row] = rows;
  return row ? uploadStorageSchema.parse(row.storage ?? {}) : refuse(lock);
}

/** Keeps what the holder of the lease has found out or done. @throws AppError 404, 423 as {@link beginWriting} */
export async function keepStorage(lock: LockKey, storage: UploadStorage): Promise<void> {
  const { rowCount } = await pool().query({
    text: `WITH ${HELD} UPDATE "Upload" SET storage = $3, "updatedAt" = now() FROM held WHERE id = $1`,
    values: [lock.uploadId, lock.token, JSON.stringify(storage)],
  });
  if (rowCount !== 1) await refuse(lock);
}

/**
 * Notes that bytes have come, while more of them are coming: they count against the quota, and the expiry is put off.
 * @throws AppError 404, 423 as {@link beginWriting}
 */
export async function noteReceived(lock: LockKey, received: number): Promise<void> {
  const { rowCount } = await pool().query({
    text: `WITH ${HELD} UPDATE "Upload" SET "expiresAt" = $3, "updatedAt" = now(),
                  storage = coalesce(storage, '{}') || jsonb_build_object('received', $4::bigint)
             FROM held WHERE id = $1`,
    values: [lock.uploadId, lock.token, new Date(Date.now() + UPLOAD_EXPIRY_MS), received],
  });
  if (rowCount !== 1) await refuse(lock);
}

/**
 * Notes that the object store tells less of an upload than it had: one answer alone is not believed.
 * @returns for how long it has done so, each time when it was asked. Milliseconds
 * @throws AppError 404, 423 as {@link beginWriting}
 */
export async function noteDoubt(lock: LockKey): Promise<number> {
  const { rows } = await pool().query<{ since: number; now: number }>({
    text: `WITH ${HELD}, clock AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
           UPDATE "Upload" SET storage = coalesce(storage, '{}')
                  || jsonb_build_object('doubtedSince', coalesce((storage->>'doubtedSince')::bigint, clock.now))
             FROM held, clock WHERE id = $1 RETURNING (storage->>'doubtedSince')::float8 AS since, clock.now::float8 AS now`,
    values: [lock.uploadId, lock.token],
  });
  const [row] = rows;
  return row ? row.now - row.since : refuse(lock);
}

/**
 * Says that nothing of this writer is in flight any more.
 * @param kept of an upload that is kept in parts: as {@link UploadStorage} has it
 * @throws AppError 404, 423 as {@link beginWriting}
 */
export async function endWriting(lock: LockKey, kept: Pick<UploadStorage, "tail" | "received"> | null = null): Promise<void> {
  const { rowCount } = await pool().query({
    text: `WITH ${HELD} UPDATE "Upload" SET storage = (storage - 'writer') || $3::jsonb, "updatedAt" = now()
             FROM held WHERE id = $1`,
    values: [lock.uploadId, lock.token, JSON.stringify(kept ?? {})],
  });
  if (rowCount !== 1) await refuse(lock);
}

/** @returns where an upload is kept; null when there is no such upload */
export async function findUploadStorage(id: BlobKey): Promise<UploadStorage | null> {
  const { rows } = await pool().query<{ storage: unknown }>({ text: `SELECT storage FROM "Upload" WHERE id = $1`, values: [id] });
  return rows[0] ? uploadStorageSchema.parse(rows[0].storage ?? {}) : null;
}
