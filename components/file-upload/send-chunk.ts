import { filesPath } from "@/components/file-manager/file-calls";
import { isReadable } from "@/lib/publish/send/byte-source";
import { reasonOf } from "@/lib/publish/send/transfer-failure";
import type { UploadFile } from "./upload-state";

/** Progress comes in bursts; nobody reads faster than this. */
const TELL_MS = 100;
/** A connection that has moved nothing for so long is dead: a browser alone would wait for it for ever. */
const STALL_MS = 60_000;

/** Files of one request. */
export interface ChunkRequest {
  /** Safe name of a project, or `assets`. */
  project: string;
  targetPath: string;
  files: readonly UploadFile[];
  /** Beginning with 0. */
  index: number;
  /** Requests of the whole upload. */
  count: number;
}

/** What became of it. `away`: the line or the server is; `unreadable`: a file is no longer what was chosen. */
export type ChunkOutcome =
  | { kind: "stored" }
  | { kind: "away"; status: number; reason: string | null }
  | { kind: "unreadable"; path: string }
  | { kind: "refused"; status: number; reason: string | null };

interface ChunkHooks {
  /** @param share of the request's bytes that have left, 0 to 1 */
  onProgress: (share: number) => void;
  /** Every byte has left; the server is at work. */
  onSent: () => void;
  signal: AbortSignal;
}

/** Too busy, or what stands before the server did not reach it. */
const AWAY_STATUSES: readonly number[] = [0, 408, 423, 429, 502, 503, 504];

/** What a browser says of a request whose file was changed or deleted is what it says of a lost network. */
async function findUnreadable(files: readonly UploadFile[]): Promise<string | null> {
  for (const { path, file } of files) if (!(await isReadable(file))) return path;
  return null;
}

/** The fields come first, so that the server can refuse before it has taken every byte. */
function bodyOf({ targetPath, files, index, count }: ChunkRequest): FormData {
  const body = new FormData();
  body.set("targetPath", targetPath);
  if (count > 1) {
    body.set("isChunked", "true");
    body.set("chunkIndex", String(index));
    body.set("totalChunks", String(count));
  }
  // Also of single files: the name of a part has an encoding of its own, in which some names cannot be told apart.
  for (const [number, { path }] of files.entries()) body.set(`filePath_${number}`, path);
  for (const { file } of files) body.append("files", file);
  return body;
}

/**
 * POST /api/files/{project}/files: some files in one request, straight from the disk. `fetch` could not tell how far it is.
 * Sent twice, it does the same as sent once.
 * @throws the reason of the signal when that ends first
 */
export async function sendChunk(chunk: ChunkRequest, { onProgress, onSent, signal }: ChunkHooks): Promise<ChunkOutcome> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const ended = new AbortController();
  let movedAt = performance.now();
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    const lose = () => resolve({ status: 0, body: "" });
    let toldAt = 0;
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      movedAt = performance.now();
      if (movedAt - toldAt < TELL_MS && loaded < total) return;
      toldAt = movedAt;
      onProgress(total > 0 ? loaded / total : 0);
    });
    const watchdog = setInterval(() => {
      if (performance.now() - movedAt < STALL_MS) return;
      request.abort();
      lose();
    }, STALL_MS / 12);
    ended.signal.addEventListener("abort", () => clearInterval(watchdog));
    request.upload.addEventListener("load", () => {
      // From here on the server takes the time that it needs.
      clearInterval(watchdog);
      onSent();
    });
    request.addEventListener("error", lose);
    request.addEventListener("load", () => resolve({ status: request.status, body: request.responseText }));
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { signal: ended.signal });
  });
  request.open("POST", filesPath(chunk.project, "files"));
  request.send(bodyOf(chunk));
  const { status, body } = await answer.finally(() => ended.abort());
  if (status >= 200 && status < 300) return { kind: "stored" };
  const reason = reasonOf(body);
  if (!AWAY_STATUSES.includes(status)) return { kind: "refused", status, reason };
  const unreadable = status === 0 ? await findUnreadable(chunk.files) : null;
  return unreadable === null ? { kind: "away", status, reason } : { kind: "unreadable", path: unreadable };
}
