import { postForm } from "@/components/upload/controller/post-form";
import { UploadError } from "@/components/upload/controller/upload-controller";
import type { FolderFile } from "@/components/upload/source/folder/reading";
import { isReadable } from "@/lib/upload-client/send/byte-source";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import { reasonOf } from "@/lib/upload-client/send/transfer-failure";
import { delay } from "@/lib/upload-client/waiting";
import { filesPath } from "../manager/actions/file-addresses";
import { errorMessage } from "./upload-messages";

interface ChunkRequest {
  project: string;
  targetPath: string;
  files: readonly FolderFile[];
  index: number;
  count: number;
}

/** `status` is 0 when the network or server can't be reached. */
interface ChunkAnswer {
  status: number;
  reason: string | null;
}

interface ChunkHooks {
  onProgress: (share: number) => void;
  onSent: () => void;
  signal: AbortSignal;
}

/** Sends files with POST /api/files/{project}/files. Idempotent. @throws UploadError for a file that has changed, or the signal's reason */
export async function sendChunk(chunk: ChunkRequest, { onProgress, onSent, signal }: ChunkHooks): Promise<ChunkAnswer> {
  const { status, body } = await postForm(filesPath(chunk.project, "files"), formOf(chunk), {
    onProgress: (loaded, total) => onProgress(total > 0 ? loaded / total : 0),
    onSent,
    signal,
  });
  if (status !== 0) return { status, reason: reasonOf(body) };
  // Browsers report changed or deleted files as network errors.
  for (const { path, file } of chunk.files) {
    if (!(await isReadable(file))) throw new UploadError(errorMessage(`${path} was changed or moved after it was chosen`));
  }
  return { status, reason: null };
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

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000] as const;
const UNAVAILABLE_STATUSES: readonly number[] = [0, 408, 423, 429, 502, 503, 504];

function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

interface RetryHooks {
  onConnection: (state: ConnectionState) => void;
  signal: AbortSignal;
}

/** Sends a chunk and retries it after each delay while the server is unavailable. Offline time doesn't count as an attempt. */
export async function sendWithRetries(send: () => Promise<ChunkAnswer>, { onConnection, signal }: RetryHooks): Promise<ChunkAnswer> {
  let answer = await send();
  for (const milliseconds of RETRY_DELAYS_MS) {
    if (!UNAVAILABLE_STATUSES.includes(answer.status)) return answer;
    onConnection("unreachable");
    await delay(milliseconds, signal);
    if (!navigator.onLine) {
      onConnection("offline");
      await untilOnline(signal);
    }
    signal.throwIfAborted();
    onConnection("sending");
    answer = await send();
  }
  return answer;
}
