import { z } from "zod";
import type { AuditActor } from "../audit/mutations";
import { blobStore } from "../blobs/open";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { db } from "../db";
import type { Upload } from "../generated/prisma/client";
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
  const isThere =
    upload.state === "complete"
      ? (await blobStore().size(upload.id)) === upload.length
      : await completeUpload(upload.id, upload.length, actor);
  return isThere ? { blobKey: upload.id, size: upload.length, metadata: upload.metadata } : null;
}
