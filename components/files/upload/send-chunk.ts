import { postForm } from "@/components/publish/controller/post-form";
import { isReadable } from "@/lib/publish/send/byte-source";
import { reasonOf } from "@/lib/publish/send/transfer-failure";
import { filesPath } from "../manager/actions/file-calls";
import type { UploadFile } from "./prepare-files";

export interface ChunkRequest {
  project: string;
  targetPath: string;
  files: readonly UploadFile[];
  index: number;
  count: number;
}

/** `unavailable`: the network or server can't be reached. `unreadable`: a file has changed since it was chosen. */
export type ChunkOutcome =
  | { kind: "stored" }
  | { kind: "unavailable"; status: number; reason: string | null }
  | { kind: "unreadable"; path: string }
  | { kind: "refused"; status: number; reason: string | null };

interface ChunkHooks {
  onProgress: (share: number) => void;
  onSent: () => void;
  signal: AbortSignal;
}

const UNAVAILABLE_STATUSES: readonly number[] = [0, 408, 423, 429, 502, 503, 504];

/** Sends files with POST /api/files/{project}/files. Idempotent. @throws the signal's reason */
export async function sendChunk(chunk: ChunkRequest, { onProgress, onSent, signal }: ChunkHooks): Promise<ChunkOutcome> {
  const { status, body } = await postForm(filesPath(chunk.project, "files"), formOf(chunk), {
    onProgress: (loaded, total) => onProgress(total > 0 ? loaded / total : 0),
    onSent,
    signal,
  });
  if (status >= 200 && status < 300) return { kind: "stored" };
  const reason = reasonOf(body);
  if (!UNAVAILABLE_STATUSES.includes(status)) return { kind: "refused", status, reason };
  const unreadable = status === 0 ? await findUnreadable(chunk.files) : null;
  return unreadable === null ? { kind: "unavailable", status, reason } : { kind: "unreadable", path: unreadable };
}

/** Puts the fields first, so that the server can reject the request before it receives every byte. */
function formOf({ targetPath, files, index, count }: ChunkRequest): FormData {
  const form = new FormData();
  form.set("targetPath", targetPath);
  if (count > 1) {
    form.set("isChunked", "true");
    form.set("chunkIndex", String(index));
    form.set("totalChunks", String(count));
  }
  // Single files also send a path: the encoding of a part's file name maps some names to the same value.
  for (const [number, { path }] of files.entries()) form.set(`filePath_${number}`, path);
  for (const { file } of files) form.append("files", file);
  return form;
}

/** Returns the path of an unreadable file. Browsers report changed or deleted files as network errors. */
async function findUnreadable(files: readonly UploadFile[]): Promise<string | null> {
  for (const { path, file } of files) if (!(await isReadable(file))) return path;
  return null;
}
