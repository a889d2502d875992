import type { FolderTarget } from "./prepare-files";

export const CANCELLED_MESSAGE = "Upload cancelled";
export const BUSY_MESSAGE = "Another upload is in progress. Wait until it finishes, or cancel it.";
export const NOTHING_LEFT_MESSAGE = "Nothing was uploaded. All of these files already exist.";

export function successMessage(fileCount: number, chunkCount: number): string {
  return chunkCount > 1 ? `Successfully uploaded ${fileCount} files in ${chunkCount} chunks` : `Uploaded ${fileCount} file(s) successfully`;
}

export function rejectedMessage(reason: string): string {
  return `Failed to upload files: ${reason}`;
}

export function errorMessage(message: string): string {
  return `Error uploading files: ${message}`;
}

interface ChunkFailure {
  status: number;
  reason: string | null;
  chunk: number;
  chunkCount: number;
  kind: FolderTarget["kind"];
}

export function failureMessage({ status, reason, chunk, chunkCount, kind }: ChunkFailure): string {
  if (status === 0) return errorMessage("the server can't be reached");
  if (reason !== null) return rejectedMessage(reason);
  if (chunkCount > 1) return `Chunk ${chunk} failed: ${status}`;
  return kind === "folder" ? "Failed to upload folder" : rejectedMessage(`the server returned ${status}`);
}
