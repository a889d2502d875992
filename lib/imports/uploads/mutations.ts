import { type AuditActor, type AuditEntry, recordAudit, recordAuditBy } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db, type Queryable, withTransaction } from "../../db";
import { AppError, notFound } from "../../errors";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { uploadStorageSchema } from "../../uploads/receiving";
import { claimedNameSchema, UPLOAD_EXPIRY_MS } from "./schema";

export interface NewUpload {
  id: BlobKey;
  ownerId: string;
  /** Bytes. */
  length: number;
  metadata: Record<string, string>;
}

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

/** What an upload leaves when its row is gone: bytes, and a blob's row by which the sweep finds them. */
const RELEASE = `INSERT INTO "Blob" (key, size, "releasedAt") VALUES ($1, 0, now()) ON CONFLICT (key) DO UPDATE SET "releasedAt" = now()`;

/**
 * Deletes an upload with what it has received, also a finished one that nothing uses yet. Its bytes go after the transaction, which
 * holds locks and a connection: a store that does not answer keeps nobody from the database. What cannot go now, or may not since a
 * backup runs, is the sweep's.
 * @throws AppError 404 when there is none, 409 when an import or a map uses it
 */
export async function deleteUpload(id: BlobKey, actor: AuditActor): Promise<void> {
  const storage = await db().$transaction(async (tx) => {
    // Order of locks: upload, blob. An import locks the blob when it claims it, so it either sees it gone or is seen below.
    const [locked] = await tx.$queryRaw<{ storage: unknown }[]>`SELECT storage FROM "Upload" WHERE id = ${id} FOR UPDATE`;
    if (!locked) throw notFound();
    await tx.$queryRaw`SELECT key FROM "Blob" WHERE key = ${id} FOR UPDATE`;
    const imports = await tx.import.count({ where: { blobKey: id, status: { notIn: ["complete", "failed"] } } });
    const claim = await tx.importBlob.findUnique({ where: { blobKey: id }, select: { blobKey: true } });
    const entry = await tx.entry.findFirst({ where: { blobKey: id }, select: { id: true } });
    if (imports > 0 || claim || entry) throw new AppError("conflict", "This upload is in use and cannot be deleted.");
    const { length, metadata } = await tx.upload.delete({ where: { id }, select: { length: true, metadata: true } });
    await tx.$executeRawUnsafe(RELEASE, id);
    await recordAudit(tx, { action: "upload.cancelled", actor, ...toEvent({ id, length: Number(length), metadata }) });
    return locked.storage;
  });
  await letBytesGo(id, storage);
}

/**
 * Forgets one upload whose time is up: an unfinished one with what it has received, a finished one by its row alone.
 * Its blob belongs to what was made of it, or to nobody; then the sweep of unused blobs takes it.
 * @returns false when there is none
 */
export async function forgetExpiredUpload(): Promise<boolean> {
  // Without Prisma, which would take the worker, whose only need of it this is, 80 MB.
  const expired = await withTransaction(async (transaction) => {
    // Races with extendUpload for the row: who comes late finds it extended, or gone.
    const { rows } = await transaction.query<{ id: string; state: string; length: number; metadata: unknown; storage: unknown }>(
      `SELECT id, state::text, length, metadata, storage FROM "Upload" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [found] = rows;
    if (!found) return null;
    await transaction.query(`DELETE FROM "Upload" WHERE id = $1`, [found.id]);
    // Of a finished one nothing goes that anybody would miss.
    if (found.state !== "receiving") return found;
    await transaction.query(RELEASE, [found.id]);
    await recordAuditBy(transaction, { action: "upload.expired", actor: null, ...toEvent(found) });
    return found;
  });
  if (expired?.state === "receiving") await letBytesGo(blobKeySchema.parse(expired.id), expired.storage);
  return expired !== null;
}

/** The part that is not full has a name that lists may not know yet. */
async function letBytesGo(id: BlobKey, storage: unknown): Promise<void> {
  const { tail } = uploadStorageSchema.parse(storage ?? {});
  try {
    if (tail !== null) await blobStore().deleteLeftover(tail);
    await deleteUnusedBlobs([id]);
  } catch (error) {
    logger.warn({ err: error, upload: id }, "bytes left to the sweep");
  }
}
