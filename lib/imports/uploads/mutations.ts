import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { formatSize } from "../../archives/refusals";
import { type AuditActor, type AuditEntry, auditActor, recordAudit } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { inTransaction, type Transaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import type { Client } from "../../http/client";
import { logger } from "../../logging/logger";
import { projectNameExists } from "../../projects/data";
import { NAME_TAKEN } from "../../projects/mutations";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { insertBlob, releaseUpload } from "../../storage/mutations";
import { findSpace, noSpace } from "../../storage/quota/space";
import { lockUpload } from "../../storage/references/blob-references";
import { isSliced } from "../../trees/slices/blob-slices";
import { releaseLock, takeLock } from "./locks";
import { uploadStorageSchema } from "./receiving";
import { isNameReserved } from "./reserved-names";
import { claimedNameSchema, EMPTY_UPLOAD_EXPIRY_MS, MAX_DECLARED_BYTES } from "./schema";

export interface NewUpload {
  id: BlobKey;
  ownerId: string;
  length: number;
  metadata: Record<string, string>;
}

function toEvent(upload: { id: string; length: number | bigint; metadata: unknown }): Required<Pick<AuditEntry, "target" | "details">> {
  const { filename } = claimedNameSchema.parse(upload.metadata);
  return { target: { type: "upload", id: upload.id, name: filename }, details: { bytes: Number(upload.length) } };
}

/** With less space than this, uploads may take all of it. Bytes. */
const LITTLE_SPACE = 20 * 1024 * 1024 * 1024;
/** Of more space, uploads reserve all but this, so that edits always find some. Bytes. */
const KEPT_FOR_EDITS = 1024 * 1024 * 1024;
/** Share of more space that several unfinished uploads of one account may reserve. A single one may reserve all. */
const ACCOUNT_SHARE = 0.8;

/** Checks the declared bytes of an account. @param left bytes that no upload has reserved @throws AppError 413 when its unfinished uploads would declare too much */
async function requireDeclarable(tx: Transaction, { ownerId, length }: NewUpload, left: number): Promise<void> {
  const { _sum } = await tx.upload.aggregate({ where: { state: "receiving", ownerId }, _sum: { length: true } });
  const declared = Number(_sum.length ?? 0);
  const isShared = declared > 0 && left > LITTLE_SPACE;
  const most = isShared ? Math.min(MAX_DECLARED_BYTES, (left + declared) * ACCOUNT_SHARE) : MAX_DECLARED_BYTES;
  if (declared + length <= most) return;
  const sizes = `reserve ${formatSize(declared)}, and this one needs ${formatSize(length)}`;
  const limit = `One account can reserve ${formatSize(most)}`;
  throw new AppError("too_large", `Your unfinished uploads ${sizes}. ${limit}: finish or cancel one of them, then try again.`);
}

/** Creates the row of an upload before its first byte, so that no file is without one. @throws AppError 409 for a taken name, 413 without space */
export async function createUpload(upload: NewUpload, actor: AuditActor): Promise<void> {
  const { id, ownerId, length, metadata } = upload;
  const { newProjectName } = metadata;
  if (newProjectName && (await projectNameExists(newProjectName))) throw new AppError("conflict", NAME_TAKEN);
  await inTransaction(async (tx) => {
    const space = await findSpace(tx, length);
    const left = space.left > LITTLE_SPACE ? space.left - KEPT_FOR_EDITS : space.left;
    if (length > left) throw noSpace(length, { ...space, left });
    // Under the lock of the quota, so that concurrent creations see each other.
    await requireDeclarable(tx, upload, left);
    if (newProjectName && (await isNameReserved(newProjectName, ownerId, tx))) throw new AppError("conflict", NAME_TAKEN);
    const expiresAt = new Date(Date.now() + EMPTY_UPLOAD_EXPIRY_MS);
    await tx.upload.create({ data: { id, ownerId, length, metadata, expiresAt }, select: { id: true } });
    await recordAudit(tx, { action: "upload.started", actor, ...toEvent(upload) });
  });
}

/** Turns a received upload into a blob. Idempotent. @returns false when bytes are missing @throws AppError 404 when it was deleted */
export async function completeUpload(id: BlobKey, length: number, actor: AuditActor): Promise<boolean> {
  const store = blobStore();
  if ((await store.size(id)) !== length) return false;
  await store.flush(id);
  if (await inTransaction((tx) => markComplete(tx, id, actor))) return true;
  if ((await db().upload.count({ where: { id, state: "complete" } })) === 0) throw notFound();
  return true;
}

async function markComplete(tx: Transaction, id: BlobKey, actor: AuditActor): Promise<boolean> {
  // Races with deleteUpload for the row; the second one finds nothing to do.
  const [completed] = await tx.upload.updateManyAndReturn({ where: { id, state: "receiving" }, data: { state: "complete" } });
  if (!completed) return false;
  await insertBlob(id, completed.ownerId, Number(completed.length), tx);
  await recordAudit(tx, { action: "upload.completed", actor, ...toEvent(completed) });
  return true;
}

/** Deletes an unused upload, its bytes after the transaction. @throws AppError 404, 409 when an import or a map uses it */
export async function deleteUpload(id: BlobKey, actor: AuditActor): Promise<void> {
  const storage = await inTransaction(async (tx) => {
    // An import locks the blob when it claims it, so it finds it deleted or is found below.
    await lockUpload(tx, id);
    const upload = await tx.upload.findUnique({ where: { id }, include: { owner: { select: { email: true } } } });
    if (!upload) throw notFound();
    const imports = await tx.import.count({ where: { blobKey: id, status: { notIn: ["complete", "failed"] } } });
    const claim = await tx.importBlob.findUnique({ where: { blobKey: id }, select: { blobKey: true } });
    const [used] = await tx.$queryRawUnsafe<{ isUsed: boolean }[]>(`SELECT ${isSliced("$1")} AS "isUsed"`, id);
    if (imports > 0 || claim || used?.isUsed) throw new AppError("conflict", "This upload is in use and cannot be deleted.");
    await tx.upload.delete({ where: { id }, select: { id: true } });
    await releaseUpload(tx, id);
    const { target, details } = toEvent(upload);
    const ofOther = upload.ownerId !== actor.accountId && { account: upload.owner?.email ?? null };
    await recordAudit(tx, { action: "upload.cancelled", actor, target, details: { ...details, ...ofOther } });
    return upload.storage;
  });
  await deleteBytes(id, storage);
}

const LOCK_WAIT_MS = 15_000;
const LOCK_POLL_MS = 200;

/** Deletes an upload of any account, as its owner can. A request that sends bytes is ended first. @throws AppError 404, 409, 423 when that request does not end */
export async function cancelUpload(viewer: SuperadminViewer, uploadId: string, client: Client): Promise<void> {
  const id = blobKeySchema.safeParse(uploadId).data;
  if (!id || (await db().upload.count({ where: { id } })) === 0) throw notFound("This upload has ended already.");
  const lock = { uploadId, token: randomUUID() };
  const until = Date.now() + LOCK_WAIT_MS;
  while (await takeLock(lock)) {
    if (Date.now() > until) throw new AppError("locked", "The upload is in use by another request. Please try again.", { retryAfter: 1 });
    await pause(LOCK_POLL_MS);
  }
  try {
    await deleteUpload(id, auditActor(viewer, client));
  } finally {
    await releaseLock(lock);
  }
}

/** Deletes one expired upload; of a complete one only the row, and the sweep deletes its unused blob. @returns false when there is none */
export async function forgetExpiredUpload(): Promise<boolean> {
  const expired = await inTransaction(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Upload" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 1 FOR UPDATE SKIP LOCKED`;
    if (!locked) return null;
    const found = await tx.upload.delete({ where: { id: locked.id } });
    // A complete upload loses nothing, so the audit trail does not mention it.
    if (found.state !== "receiving") return found;
    await releaseUpload(tx, found.id);
    await recordAudit(tx, { action: "upload.expired", actor: null, ...toEvent(found) });
    return found;
  });
  if (expired?.state === "receiving") await deleteBytes(blobKeySchema.parse(expired.id), expired.storage);
  return expired !== null;
}

/** Deletes the bytes of an upload. The tail is deleted by name, because a list may not show it yet. */
async function deleteBytes(id: BlobKey, storage: unknown): Promise<void> {
  const { tail } = uploadStorageSchema.parse(storage ?? {});
  try {
    if (tail !== null) await blobStore().deleteLeftover(tail);
    await deleteUnusedBlobs([id]);
  } catch (error) {
    logger.warn({ err: error, upload: id }, "bytes left to the sweep");
  }
}
