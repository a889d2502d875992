import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { db, pool, withTransaction } from "../db";
import { AppError, notFound } from "../errors";
import { UPLOAD_EXPIRY_MS } from "./schema";

export interface NewUpload {
  id: BlobKey;
  ownerId: string;
  /** Bytes. */
  length: number;
  metadata: Record<string, string>;
}

/** Limit of a transaction in which bytes are deleted: a file of 100 GB does not go in an instant. Milliseconds. */
const WITH_BYTES = { timeout: 120_000, maxWait: 10_000 };

function expiryFromNow(): Date {
  return new Date(Date.now() + UPLOAD_EXPIRY_MS);
}

/** Records an upload that is about to begin. It comes before the first byte, so that no file is ever without a row. */
export async function createUpload({ id, ownerId, length, metadata }: NewUpload): Promise<void> {
  await db().upload.create({ data: { id, ownerId, length, metadata, expiresAt: expiryFromNow() } });
}

/**
 * Puts the expiry off because bytes are coming.
 * @throws AppError 404 when the upload was deleted, which a caller that has read it before does not know.
 */
export async function extendUpload(id: BlobKey): Promise<void> {
  const { count } = await db().upload.updateMany({ where: { id }, data: { expiresAt: expiryFromNow() } });
  if (count === 0) throw notFound();
}

/**
 * Turns a fully received upload into a blob: every byte is made durable, then its row becomes `complete` and the Blob row
 * appears, in one statement. Any number of callers may do it at once or again.
 * @returns false when the object store does not have all of it
 * @throws AppError 404 when the upload was deleted meanwhile
 */
export async function completeUpload(id: BlobKey, length: number): Promise<boolean> {
  const store = blobStore();
  if ((await store.size(id)) !== length) return false;
  await store.flush(id);
  // Races with deleteUpload for the row: whoever locks it first wins, and the other finds nothing to do.
  const { rowCount } = await pool().query({
    name: "uploads:complete",
    text: `WITH completed AS (
             UPDATE "Upload" SET state = 'complete', "updatedAt" = now() WHERE id = $1 AND state = 'receiving' RETURNING id, length
           )
           INSERT INTO "Blob" (key, size) SELECT id, length FROM completed ON CONFLICT (key) DO NOTHING`,
    values: [id],
  });
  if (rowCount === 0 && (await db().upload.count({ where: { id, state: "complete" } })) === 0) throw notFound();
  return true;
}

/**
 * Deletes an upload with what it has received, also a finished one that nothing uses yet.
 * @throws AppError 404 when there is none, 409 when an import or a map uses it
 */
export async function deleteUpload(id: BlobKey): Promise<void> {
  await db().$transaction(async (tx) => {
    // Order of locks: upload, blob. An import locks the blob when it claims it, so it either sees it gone or is seen below.
    const locked = await tx.$queryRaw<object[]>`SELECT id FROM "Upload" WHERE id = ${id} FOR UPDATE`;
    if (locked.length === 0) throw notFound();
    await tx.$queryRaw`SELECT key FROM "Blob" WHERE key = ${id} FOR UPDATE`;
    const imports = await tx.import.count({ where: { blobKey: id, status: { notIn: ["complete", "failed"] } } });
    const entry = await tx.entry.findFirst({ where: { blobKey: id }, select: { id: true } });
    if (imports > 0 || entry) throw new AppError("conflict", "This upload is in use and cannot be deleted.");
    await deleteBytes(id);
    await tx.blob.deleteMany({ where: { key: id } });
    await tx.upload.delete({ where: { id } });
  }, WITH_BYTES);
}

/**
 * Forgets one upload whose time is up: an unfinished one with what it has received, a finished one by its row alone.
 * Its blob belongs to what was made of it, or to nobody; then the sweep of unused blobs takes it.
 * @returns false when there is none
 */
export function forgetExpiredUpload(): Promise<boolean> {
  // Without Prisma, which would take the worker, whose only need of it this is, 80 MB.
  return withTransaction(async (transaction) => {
    // Races with extendUpload for the row: who comes late finds it extended, or gone.
    const { rows } = await transaction.query<{ id: string; state: string }>(
      `SELECT id, state::text FROM "Upload" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [expired] = rows;
    if (!expired) return false;
    if (expired.state === "receiving") await deleteBytes(blobKeySchema.parse(expired.id));
    await transaction.query(`DELETE FROM "Upload" WHERE id = $1`, [expired.id]);
    return true;
  });
}

/** Bytes go before the rows that name them: what is interrupted between can be done again, where a file without a row would stay for ever. */
function deleteBytes(id: BlobKey): Promise<void> {
  return blobStore().delete(id);
}
