import type { UploadKind } from "@/components/file-upload/upload-state";

/** The words of an upload's end (spec 001 §8), wherever it ends. */

export const CANCELLED_MESSAGE = "Upload cancelled";
export const BUSY_MESSAGE = "An upload is under way. Wait until it is through, or cancel it.";
export const NOTHING_LEFT_MESSAGE = "Nothing was uploaded: all of these files are there already.";

/** @param chunkCount requests that it took */
export function successMessage(fileCount: number, chunkCount: number): string {
  return chunkCount > 1 ? `Successfully uploaded ${fileCount} files in ${chunkCount} chunks` : `Uploaded ${fileCount} file(s) successfully`;
}

/** The files themselves, or what was to become of them, were refused. */
export function refusedMessage(reason: string): string {
  return `Failed to upload files: ${reason}`;
}

/** Something broke on the way. */
export function errorMessage(message: string): string {
  return `Error uploading files: ${message}`;
}

/** An answer that is none of success. */
export interface ChunkFailure {
  /** HTTP status. */
  status: number;
  /** The server's own words, if it had any. */
  reason: string | null;
  /** Beginning with 1. */
  chunk: number;
  chunkCount: number;
  kind: UploadKind;
}

/** The server's own words if there are any, else which chunk it was. */
export function failureMessage({ status, reason, chunk, chunkCount, kind }: ChunkFailure): string {
  if (reason !== null) return refusedMessage(reason);
  if (chunkCount > 1) return `Chunk ${chunk} failed: ${status}`;
  return kind === "folder" ? "Failed to upload folder" : refusedMessage(`the server answered ${status}`);
}
