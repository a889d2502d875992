import { z } from "zod";
import type { AuditActor } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db, pool } from "../../db";
import type { Upload } from "../../generated/prisma/client";
import { completeUpload } from "./mutations";

/** An upload as the database has it. */
export interface UploadRecord {
  id: BlobKey;
  /** Bytes. */
  length: number;
  metadata: Record<string, string>;
  state: "receiving" | "complete";
  expiresAt: Date;
}

/** A finished upload: its bytes are a blob. */
export interface CompleteUpload {
  blobKey: BlobKey;
  /** Bytes. */
  size: number;
  metadata: Record<string, string>;
}

const metadataSchema = z.record(z.string(), z.string());

function toRecord(row: Upload): UploadRecord {
  return {
    id: blobKeySchema.parse(row.id),
    length: Number(row.length),
    metadata: metadataSchema.parse(row.metadata),
    state: row.state,
    expiresAt: row.expiresAt,
  };
}

/** @returns the upload, whoever owns it, or null when there is none */
export async function findUpload(id: BlobKey): Promise<UploadRecord | null> {
  const row = await db().upload.findUnique({ where: { id } });
  return row && toRecord(row);
}

/** @returns the upload, or null when there is none or it is somebody else's */
export async function findOwnUpload(ownerId: string, id: BlobKey): Promise<UploadRecord | null> {
  const row = await db().upload.findFirst({ where: { id, ownerId } });
  return row && toRecord(row);
}

/**
 * Finds a finished upload by its id, and finishes one whose last byte came just before the process that took it was killed.
 * The object store is asked as well: a row alone proves nothing about bytes.
 * @param actor who asks for it
 * @param uploadId as the client sent it
 * @returns null for what is unknown, unfinished or somebody else's, or no longer in the object store
 */
export async function findCompleteUpload(actor: AuditActor, uploadId: string): Promise<CompleteUpload | null> {
  const id = blobKeySchema.safeParse(uploadId).data;
  const upload = id && (await findOwnUpload(actor.accountId, id));
  if (!upload) return null;
  return (await isThere(actor, upload)) ? { blobKey: upload.id, size: upload.length, metadata: upload.metadata } : null;
}

/** True when the object store has all of it. One whose end had been missed is finished. @throws AppError 404 when it is deleted meanwhile */
async function isThere(actor: AuditActor, { id, length, state }: Pick<UploadRecord, "id" | "length" | "state">): Promise<boolean> {
  return state === "complete" ? (await blobStore().size(id)) === length : await completeUpload(id, length, actor);
}

/** The object store is asked for so many at once. */
const ASKED_AT_ONCE = 32;

/**
 * As findCompleteUpload, of many: what was uploaded of a folder.
 * @param uploadIds as the client sent them
 * @returns their sizes by id, of those that are finished; and the ids of those that are, but whose bytes are gone
 */
export async function findCompleteUploads(
  actor: AuditActor,
  uploadIds: Iterable<string>,
): Promise<{ sizes: ReadonlyMap<string, number>; gone: readonly string[] }> {
  const ids = [...uploadIds].filter((id) => blobKeySchema.safeParse(id).success);
  const { rows } = await pool().query<Pick<UploadRecord, "id" | "length" | "state">>({
    text: `SELECT id, length, state::text FROM "Upload" WHERE "ownerId" = $1 AND id = ANY ($2)`,
    values: [actor.accountId, ids],
  });
  const sizes = new Map<string, number>();
  const gone: string[] = [];
  const waiting = rows.values();
  const ask = async () => {
    // One iterator for all who ask: each row is somebody's once.
    for (const upload of waiting) {
      if (await isThere(actor, upload)) sizes.set(upload.id, upload.length);
      else if (upload.state === "complete") gone.push(upload.id);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  return { sizes, gone };
}
