import { UploadError } from "@/components/publish/controller/upload-controller";
import type { UploadProgress } from "@/components/publish/controller/upload-reducer";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import { delay } from "@/lib/publish/waiting";
import type { FolderTarget } from "./files-upload";
import { type Chunk, countSent, planChunks } from "./plan-chunks";
import type { UploadFile } from "./prepare-files";
import { sendChunk } from "./send-chunk";
import { sendWithRetries } from "./send-with-retries";
import { errorMessage, failureMessage } from "./upload-messages";

const PAUSE_MS = 100;

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
    readonly files: readonly UploadFile[],
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

  /** Sends the remaining chunks. @throws ChunkError, or the signal's reason */
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
    const outcome = await sendWithRetries(send, { onConnection, signal });
    if (outcome.kind === "stored") return;
    if (outcome.kind === "unreadable") {
      throw new ChunkError(errorMessage(`${outcome.path} was changed or moved after it was chosen`), false);
    }
    if (outcome.status === 0) throw new ChunkError(errorMessage("the server can't be reached"), false);
    const message = failureMessage({ ...outcome, chunk: this.next + 1, chunkCount: count, kind });
    throw new ChunkError(message, outcome.kind === "refused" && outcome.status === 401);
  }
}
