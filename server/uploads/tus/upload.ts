import { ERRORS, Upload } from "@tus/utils";
import type { AuditActor } from "../../../lib/audit/mutations";
import { blobKeySchema } from "../../../lib/blobs/store";
import { findUpload, type UploadRecord } from "../../../lib/imports/uploads/data";
import { completeUpload } from "../../../lib/imports/uploads/mutations";
import { EMPTY_UPLOAD_EXPIRY_MS, UPLOAD_EXPIRY_MS } from "../../../lib/imports/uploads/schema";
import type { UploadLock } from "./locker";

/** Returns the creation date that has an upload without bytes expire in time: tus counts from it. */
export function creationDate(): string {
  return new Date(Date.now() + EMPTY_UPLOAD_EXPIRY_MS - UPLOAD_EXPIRY_MS).toISOString();
}

/** The extensions of tus that a store offers. The length must be known at creation, so that it can be checked there. */
export const EXTENSIONS = ["creation", "creation-with-upload", "termination", "expiration"];

export interface UploadContext {
  actor: AuditActor;
  lock: UploadLock;
}

/** Turns a fully received upload into a blob. @throws Error when the object store does not have all of it */
export async function finishUpload({ id, size }: Pick<Upload, "id" | "size">, actor: AuditActor): Promise<void> {
  if (!(await completeUpload(blobKeySchema.parse(id), size ?? 0, actor))) throw ERRORS.FILE_NO_LONGER_EXISTS;
}

/** Returns the row of an upload. @throws Error when there is none */
export async function requireRow(id: string): Promise<UploadRecord> {
  const key = blobKeySchema.safeParse(id).data;
  const row = key && (await findUpload(key));
  if (!row) throw ERRORS.FILE_NOT_FOUND;
  return row;
}

/** Returns a row as the tus server sees it. @param offset bytes received */
export function toTusUpload(row: UploadRecord, offset: number): Upload {
  return new Upload({
    id: row.id,
    size: row.length,
    offset,
    metadata: row.metadata,
    // tus counts the expiry from the creation. Each request postpones ours, so tus gets a creation date that fits.
    creation_date: new Date(row.expiresAt.getTime() - UPLOAD_EXPIRY_MS).toISOString(),
  });
}
