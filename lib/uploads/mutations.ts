import { type AuditActor, type AuditEntry, recordAudit, recordAuditBy } from "../audit/mutations";
import { KEEP_BACKUPS_OUT } from "../blobs/kept-back";
import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { db, type Queryable, withTransaction } from "../db";
import { AppError, notFound } from "../errors";
import { uploadStorageSchema } from "./receiving";
import { claimedNameSchema, UPLOAD_EXPIRY_MS } from "./schema";

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

/** An upload as the audit trail tells of it: of what it says of itself, the name alone. */
function toEvent(upload: { id: string; length: number; metadata: unknown }): Required<Pick<AuditEntry, "target" | "details">> {
  const { filename } = claimedNameSchema.parse(upload.metadata);
  return { target: { type: "upload", id: upload.id, name: filename }, details: { bytes: upload.length } };
}

/** Records an upload that is about to begin. It comes before the first byte, so that no file is ever without a row. */
export async function createUpload(upload: NewUpload, actor: AuditActor): Promise<void> {
  const { id, ownerId, length, metadata } = upload;
  await db().$transaction(async (tx) => {
    await tx.upload.create({ data: { id, ownerId, length, metadata, expiresAt: expiryFromNow() }, select: { id: true } });
    await recordAudit(tx, { action: "upload.started", actor, ...toEvent(upload) });
  });
}

/**
 * Turns a fully received upload into a blob: every byte is made durable, then its row becomes `complete` and the Blob row
 * appears, in one transaction. Any number of callers may do it at once or again.
 * @param actor whose request brings the last byte, or asks for the upload when that had been missed
 * @returns false when the object store does not have all of it
 * @throws AppError 404 when the upload was deleted meanwhile
 */
export async function completeUpload(id: BlobKey, length: number, actor: AuditActor): Promise<boolean> {
  const store = blobStore();
  if ((await store.size(id)) !== length) return false;
  await store.flush(id);
  if (await withTransaction((transaction) => markComplete(transaction, id, actor))) return true;
  if ((await db().upload.count({ where: { id, state: "complete" } })) === 0) throw notFound();
  return true;
}

/** @returns false when the upload is gone, or complete already */
async function markComplete(transaction: Queryable, id: BlobKey, actor: AuditActor): Promise<boolean> {
  // Races with deleteUpload for the row: whoever locks it first wins, and the other finds nothing to do.
  const { rows } = await transaction.query<{ id: string; length: number; metadata: unknown }>({
    text: `WITH completed AS (
             UPDATE "Upload" SET state = 'complete', "updatedAt" = now() WHERE id = $1 AND state = 'receiving' RETURNING id, length, metadata, "ownerId"
           ), blob AS (
             INSERT INTO "Blob" (key, size, "ownerId") SELECT id, length, "ownerId" FROM completed ON CONFLICT (key) DO NOTHING
           )
           SELECT id, length, metadata FROM completed`,
    values: [id],
  });
  const [completed] = rows;
  if (!completed) return false;
  await recordAuditBy(transaction, { action: "upload.completed", actor, ...toEvent(completed) });
  return true;
}

/**
 * Deletes an upload with what it has received, also a finished one that nothing uses yet.
 * @throws AppError 404 when there is none, 409 when an import or a map uses it
 */
export async function deleteUpload(id: BlobKey, actor: AuditActor): Promise<void> {
  await db().$transaction(async (tx) => {
    // Order of locks: upload, blob. An import locks the blob when it claims it, so it either sees it gone or is seen below.
    const [locked] = await tx.$queryRaw<{ storage: unknown }[]>`SELECT storage FROM "Upload" WHERE id = ${id} FOR UPDATE`;
    if (!locked) throw notFound();
    await tx.$queryRaw`SELECT key FROM "Blob" WHERE key = ${id} FOR UPDATE`;
    const imports = await tx.import.count({ where: { blobKey: id, status: { notIn: ["complete", "failed"] } } });
    const claim = await tx.importBlob.findUnique({ where: { blobKey: id }, select: { blobKey: true } });
    const entry = await tx.entry.findFirst({ where: { blobKey: id }, select: { id: true } });
    if (imports > 0 || claim || entry) throw new AppError("conflict", "This upload is in use and cannot be deleted.");
    const { length, metadata, state } = await tx.upload.delete({ where: { id }, select: { length: true, metadata: true, state: true } });
    const [{ isFree } = { isFree: false }] = await tx.$queryRawUnsafe<{ isFree: boolean }[]>(KEEP_BACKUPS_OUT);
    if (isFree || state === "receiving") {
      await deleteBytes(id, locked.storage);
      await tx.blob.deleteMany({ where: { key: id } });
    } else {
      // The copied database has it as a whole blob, whose bytes are still to be copied. Now it is nobody's, and the sweep's.
      await tx.blob.updateMany({ where: { key: id }, data: { releasedAt: new Date() } });
    }
    await recordAudit(tx, { action: "upload.cancelled", actor, ...toEvent({ id, length: Number(length), metadata }) });
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
    const { rows } = await transaction.query<{ id: string; state: string; length: number; metadata: unknown; storage: unknown }>(
      `SELECT id, state::text, length, metadata, storage FROM "Upload" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [expired] = rows;
    if (!expired) return false;
    await transaction.query(`DELETE FROM "Upload" WHERE id = $1`, [expired.id]);
    // Of a finished one nothing goes that anybody would miss.
    if (expired.state !== "receiving") return true;
    await deleteBytes(blobKeySchema.parse(expired.id), expired.storage);
    await recordAuditBy(transaction, { action: "upload.expired", actor: null, ...toEvent(expired) });
    return true;
  });
}

/** Bytes go before the rows that name them: what is interrupted between can be done again, where a file without a row would stay for ever. */
async function deleteBytes(id: BlobKey, storage: unknown): Promise<void> {
  const { tail } = uploadStorageSchema.parse(storage ?? {});
  await blobStore().delete(id);
  if (tail !== null) await blobStore().deleteLeftover(tail);
}
