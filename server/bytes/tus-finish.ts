import { ERRORS, Upload } from "@tus/utils";
import { blobKeySchema } from "../../lib/blobs/store";
import { findUpload, type UploadRecord } from "../../lib/imports/uploads/data";
import { completeUpload } from "../../lib/imports/uploads/mutations";
import { UPLOAD_EXPIRY_MS } from "../../lib/imports/uploads/schema";
import { currentActor } from "./tus-actor";

/** Makes a blob of an upload that is all there. @throws Error when the object store says that it is not */
export async function finishUpload({ id, size }: Pick<Upload, "id" | "size">): Promise<void> {
  if (!(await completeUpload(blobKeySchema.parse(id), size ?? 0, currentActor()))) throw ERRORS.FILE_NO_LONGER_EXISTS;
}

/** @returns the row of an upload, or undefined when there is none */
export async function findRow(id: string): Promise<UploadRecord | undefined> {
  const key = blobKeySchema.safeParse(id).data;
  return (key && (await findUpload(key))) ?? undefined;
}

/** A row, as the tus server wants to see what is known of an upload. */
export function toTusUpload(row: UploadRecord, offset: number): Upload {
  return new Upload({
    id: row.id,
    size: row.length,
    offset,
    metadata: row.metadata,
    // tus counts the expiry from the creation; ours slides, so it is told the day from which the period ends when ours does.
    creation_date: new Date(row.expiresAt.getTime() - UPLOAD_EXPIRY_MS).toISOString(),
  });
}
