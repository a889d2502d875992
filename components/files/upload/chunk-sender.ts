import { postForm } from "@/components/upload/controller/post-form";
import { UploadError } from "@/components/upload/controller/upload-controller";
import type { UploadProgress } from "@/components/upload/controller/upload-reducer";
import type { FolderFile } from "@/components/upload/source/folder/reading";
import { CHUNK_FILES } from "@/lib/files/schema";
import { isReadable } from "@/lib/upload-client/send/byte-source";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import { reasonOf } from "@/lib/upload-client/send/transfer-failure";
import { delay } from "@/lib/upload-client/waiting";
import { filesPath } from "../manager/actions/file-addresses";
import type { FolderTarget } from "./prepare-files";
import { errorMessage, failureMessage } from "./upload-messages";

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
async function sendChunk(chunk: ChunkRequest, { onProgress, onSent, signal }: ChunkHooks): Promise<ChunkAnswer> {
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

const PAUSE_MS = 100;
/** Maximum size of a chunk. A lost connection loses the whole chunk. Bytes. */
const CHUNK_BYTES = 1024 ** 3;

interface Chunk {
  from: number;
  to: number;
  bytes: number;
}

/** Divides files into requests of at most 200 files, and at most 1 GiB unless one file is larger. @param sizes bytes */
export function planChunks(sizes: readonly number[]): Chunk[] {
  const chunks: Chunk[] = [];
  let current: Chunk | null = null;
  for (const [index, size] of sizes.entries()) {
    if (current && current.to - current.from < CHUNK_FILES && current.bytes + size <= CHUNK_BYTES) {
      current.to = index + 1;
      current.bytes += size;
    } else {
      current = { from: index, to: index + 1, bytes: size };
      chunks.push(current);
    }
  }
  return chunks;
}

/** Returns how many files of a chunk are sent. @param bytes sent of the chunk */
export function countSent(sizes: readonly number[], { from, to }: Chunk, bytes: number): number {
  let end = 0;
  for (let index = from; index < to; index += 1) {
    end += sizes[index] ?? 0;
    if (end > bytes) return index - from;
  }
  return to - from;
}

export class ChunkError extends UploadError {
  /** @param isSignedOut true when the session has ended. Retries fail until the user logs in. */
  constructor(
    message: string,
    readonly isSignedOut: boolean,
  ) {
    super(message);
  }
}

interface SenderEvents {
  onProgress: (progress: UploadProgress) => void;
  onConnection: (connection: ConnectionState) => void;
}

export class ChunkSender {
  readonly chunks: readonly Chunk[];
  readonly totalBytes: number;
  private readonly sizes: readonly number[];
  private next = 0;

  constructor(
    readonly files: readonly FolderFile[],
    private readonly project: string,
    private readonly target: FolderTarget,
  ) {
    this.sizes = files.map(({ file }) => file.size);
    this.chunks = planChunks(this.sizes);
    this.totalBytes = this.sizes.reduce((sum, size) => sum + size, 0);
  }

  get arrived(): { files: number; bytes: number } {
    const done = this.chunks.slice(0, this.next);
    return { files: done.at(-1)?.to ?? 0, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  get progress(): UploadProgress {
    const { files, bytes } = this.arrived;
    return { bytes, filesSent: files, chunksSent: this.next };
  }

  /** Sends the remaining chunks. @throws UploadError, or the signal's reason */
  async send(events: SenderEvents, signal: AbortSignal): Promise<void> {
    for (let chunk = this.chunks[this.next]; chunk; chunk = this.chunks[this.next]) {
      await this.sendNext(chunk, events, signal);
      this.next += 1;
      events.onProgress(this.progress);
      if (this.next < this.chunks.length) await delay(PAUSE_MS, signal);
    }
  }

  private async sendNext(chunk: Chunk, { onProgress, onConnection }: SenderEvents, signal: AbortSignal): Promise<void> {
    const { files, bytes } = this.arrived;
    const { path: targetPath, kind } = this.target;
    const count = this.chunks.length;
    const request = { project: this.project, targetPath, files: this.files.slice(chunk.from, chunk.to), index: this.next, count };
    const send = () =>
      sendChunk(request, {
        onProgress: (share) => {
          onConnection("sending");
          const sent = Math.floor(share * chunk.bytes);
          onProgress({ bytes: bytes + sent, filesSent: files + countSent(this.sizes, chunk, sent), chunksSent: this.next });
        },
        onSent: () => onConnection("answering"),
        signal,
      });
    const { status, reason } = await sendWithRetries(send, { onConnection, signal });
    if (status >= 200 && status < 300) return;
    // Retry sends the failed chunk again as a whole.
    onProgress(this.progress);
    const message = failureMessage({ status, reason, chunk: this.next + 1, chunkCount: count, kind });
    throw new ChunkError(message, status === 401);
  }
}
