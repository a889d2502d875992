import { type Chunk, countSent, planChunks } from "@/components/files/upload/plan-chunks";
import { sendWithRetries } from "@/components/files/upload/send-with-retries";
import { errorMessage, failureMessage } from "@/components/files/upload/upload-messages";
import { delay } from "@/lib/publish/waiting";
import { sendChunk } from "./send-chunk";
import type { UploadFile, UploadKind, UploadLink } from "./upload-state";

/** Between two chunks (spec 001 §9). Milliseconds. */
const PAUSE_MS = 100;

export interface SenderEvents {
  onChunk: (chunk: number) => void;
  /** Files and bytes of the whole upload that have left. */
  onProgress: (filesSent: number, bytesSent: number) => void;
  onLink: (link: UploadLink) => void;
}

interface Destination {
  project: string;
  targetPath: string;
  kind: UploadKind;
}

/** Sends files chunk by chunk, and knows with which chunk to go on after a failure. */
export class ChunkSender {
  readonly chunks: readonly Chunk[];
  readonly totalBytes: number;
  private readonly sizes: readonly number[];
  private next = 0;
  /** The last chunk was refused since nobody is signed in any more. */
  isSignedOut = false;

  constructor(
    readonly files: readonly UploadFile[],
    private readonly destination: Destination,
  ) {
    this.sizes = files.map(({ file }) => file.size);
    this.chunks = planChunks(this.sizes);
    this.totalBytes = this.sizes.reduce((sum, size) => sum + size, 0);
  }

  /** What has arrived. */
  get arrived(): { files: number; bytes: number } {
    const done = this.chunks.slice(0, this.next);
    return { files: done.at(-1)?.to ?? 0, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /**
   * Sends what is left.
   * @returns null when everything has arrived, else why not, for the person
   * @throws the reason of the signal when that ends first
   */
  async send(events: SenderEvents, signal: AbortSignal): Promise<string | null> {
    for (let chunk = this.chunks[this.next]; chunk; chunk = this.chunks[this.next]) {
      events.onChunk(this.next + 1);
      const failure = await this.sendNext(chunk, events, signal);
      if (failure !== null) return failure;
      this.next += 1;
      events.onProgress(this.arrived.files, this.arrived.bytes);
      if (this.next < this.chunks.length) await delay(PAUSE_MS, signal);
    }
    return null;
  }

  private async sendNext(chunk: Chunk, { onProgress, onLink }: SenderEvents, signal: AbortSignal): Promise<string | null> {
    const { files, bytes } = this.arrived;
    const { project, targetPath, kind } = this.destination;
    const count = this.chunks.length;
    const request = { project, targetPath, files: this.files.slice(chunk.from, chunk.to), index: this.next, count };
    const send = () =>
      sendChunk(request, {
        onProgress: (share) => {
          onLink("sending");
          const left = Math.floor(share * chunk.bytes);
          onProgress(files + countSent(this.sizes, chunk, left), bytes + left);
        },
        onSent: () => onLink("answering"),
        signal,
      });
    const outcome = await sendWithRetries(send, { onLink, signal });
    this.isSignedOut = outcome.kind === "refused" && outcome.status === 401;
    if (outcome.kind === "stored") return null;
    if (outcome.kind === "unreadable") return errorMessage(`${outcome.path} was changed or moved after it was chosen`);
    if (outcome.status === 0) return errorMessage("the server cannot be reached");
    return failureMessage({ ...outcome, chunk: this.next + 1, chunkCount: count, kind });
  }
}
