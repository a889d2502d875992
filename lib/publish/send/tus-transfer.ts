import { type DetailedError, Upload } from "tus-js-client";
import type { PublishHost } from "../host";
import { delay } from "../waiting";
import type { ByteSource } from "./byte-source";
import { guardHead, statusOf, wordsOf } from "./transfer-errors";
import { classifyFailure } from "./transfer-failure";
import { isAway, type UploadLink } from "./upload-link";
import { discardUploads, transportOf } from "./uploads";

const ENDPOINT = "/files/";
/** Spec 001 §9. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000];
/** Between tries once the list above is through: a lost connection may stay lost for hours, the upload waits for it. */
const WAIT_MS = 10_000;
/** Progress comes in bursts; nobody reads faster than this. */
const TELL_MS = 250;
/** A connection that has moved nothing for so long is dead, whatever the browser thinks of it (a laptop that slept, a changed network). */
const STALL_MS = 60_000;
/** So long without a byte tells that a network which is said to be gone is gone: a last few may be reported after that. */
const SILENCE_MS = 5_000;
/** So long without a byte is no pause between two of them: a speed that is shown any longer is not true. */
const STILL_MS = 10_000;

export interface TransferEvents {
  /** The server has named the address at which the upload can be continued. */
  onAddress: (url: string) => void;
  onLink: (link: UploadLink) => void;
  /** Bytes that are on the server or on their way. */
  onBytes: (bytes: number) => void;
  /** The server no longer has what was sent before; it goes on from the first byte. */
  onRestart: () => void;
  onDone: (url: string) => void;
  /** It will not go on by itself. */
  onFailed: (reason: string) => void;
}

export interface TransferInput {
  host: Omit<PublishHost, "call">;
  source: ByteSource;
  accountId: string;
  /** What the upload says of itself (spec 001 §7). */
  metadata: Record<string, string>;
  /** Bytes of one request. */
  chunkBytes: number;
  /** Address of an earlier upload of the same file to continue. */
  uploadUrl: string | null;
}

/**
 * One file on its way to the upload server over tus. It heals by itself: it outlasts lost connections, a server that is away
 * and an ended session, and ends only when done, refused, cancelled or stopped.
 */
export class TusTransfer {
  private upload: Upload;
  private link: UploadLink = "connecting";
  private lastBytesAt = 0;
  private lastToldAt = 0;
  /** Counts the tries, so that who waited for one notices that another came first. */
  private attempt = 0;
  private hasRestarted = false;
  /** Aborted when the transfer pauses or ends: ends every wait and listener. */
  private running = new AbortController();

  constructor(
    private readonly input: TransferInput,
    private readonly events: TransferEvents,
  ) {
    this.upload = this.createUpload(input.uploadUrl);
  }

  start(): void {
    this.running = new AbortController();
    const { signal } = this.running;
    this.setLink("connecting");
    const onOnline = () => isAway(this.link) && this.tryAgain();
    // A request that is under way may hang until the network is back, rather than fail.
    const onOffline = () => this.isMoving() && this.showWaiting();
    this.input.host.watchNetwork({ onOnline, onOffline }, signal);
    const watchdog = setInterval(() => this.checkStall(), SILENCE_MS);
    signal.addEventListener("abort", () => clearInterval(watchdog));
    this.tryAgain();
  }

  async pause(): Promise<void> {
    await this.stop();
    this.setLink("paused");
  }

  /** Ends it here; the server keeps what it has, so that it can be continued later. */
  async stop(): Promise<void> {
    this.running.abort();
    await this.upload.abort();
  }

  /** Ends it and deletes what the server has. Deleting is courtesy: what cannot be deleted now expires there. */
  async cancel(): Promise<void> {
    await this.stop();
    if (this.upload.url) await discardUploads(this.input.host, [this.upload.url]);
  }

  private createUpload(uploadUrl: string | null): Upload {
    const { host, source, metadata, chunkBytes } = this.input;
    // The file itself comes from the reader below; tus-js-client only wants to see that there is one.
    const upload: Upload = new Upload(new Blob(), {
      endpoint: new URL(ENDPOINT, host.origin).href,
      uploadUrl,
      chunkSize: chunkBytes,
      fileReader: { openFile: () => Promise.resolve(toTusSource(source)) },
      retryDelays: RETRY_DELAYS_MS,
      metadata,
      // What it takes to continue is kept by whoever hears onAddress, by account and project.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && this.events.onAddress(upload.url),
      ...transportOf(host),
      onAfterResponse: (request, response) => guardHead(request, response, () => host.isSessionAlive()),
      onShouldRetry: (error) => this.shouldRetry(error),
      onProgress: (bytes) => this.noteBytes(bytes),
      onSuccess: () => {
        this.running.abort();
        this.events.onDone(upload.url ?? "");
      },
      onError: (error) => void this.handleFailure(error, this.running.signal),
    });
    return upload;
  }

  private setLink(link: UploadLink): void {
    this.link = link;
    this.events.onLink(link);
  }

  private isMoving(): boolean {
    return this.link === "sending" || this.link === "still" || this.link === "connecting";
  }

  /** @param isAnswered the server has said itself that it cannot go on now */
  private showWaiting(isAnswered = false): void {
    if (isAnswered) this.setLink("unavailable");
    else this.setLink(this.input.host.isOnline() ? "unreachable" : "offline");
  }

  private noteBytes(bytes: number): void {
    // What was on its way when it paused, or when the server refused it, still reports.
    if (this.link === "paused" || this.link === "signed-out") return;
    const now = performance.now();
    const isTold = this.link === "sending" && now - this.lastToldAt < TELL_MS && bytes < this.input.source.size;
    this.lastBytesAt = now;
    if (isTold) return;
    this.lastToldAt = now;
    this.events.onBytes(bytes);
    if (this.link !== "sending") this.setLink("sending");
  }

  private tryAgain(): void {
    this.attempt += 1;
    this.lastBytesAt = performance.now();
    void this.upload.abort();
    this.upload.start();
  }

  private checkStall(): void {
    if (!this.isMoving() && !isAway(this.link)) return;
    const silence = performance.now() - this.lastBytesAt;
    if (this.isMoving() && (silence >= STALL_MS || (silence >= SILENCE_MS && !this.input.host.isOnline()))) this.showWaiting();
    if (this.link === "sending" && silence >= STILL_MS) this.setLink("still");
    if (silence >= STALL_MS) this.tryAgain();
  }

  /** Whether tus-js-client tries once more by its list. A defect of the server is worth that, but not the waiting after it. */
  private shouldRetry(error: DetailedError): boolean {
    const status = statusOf(error);
    const failure = classifyFailure(status);
    if (failure === "network" || failure === "away") this.showWaiting(failure === "away");
    return failure === "network" || failure === "away" || failure === "busy" || status >= 500;
  }

  /** After those tries. `signal` ends the waiting when the transfer was paused or stopped meanwhile. */
  private async handleFailure(error: Error | DetailedError, signal: AbortSignal): Promise<void> {
    const failure = classifyFailure(statusOf(error));
    const isOver = failure === "refused" || (failure === "gone" && (this.hasRestarted || !this.upload.url));
    if (isOver) return this.fail(wordsOf(error, this.input.chunkBytes));
    if (failure === "gone") {
      // Once: a server that loses every upload is not to be fed for ever.
      this.hasRestarted = true;
      this.events.onRestart();
      this.upload = this.createUpload(null);
      return this.tryAgain();
    }
    const { attempt } = this;
    if (failure === "session") {
      this.setLink("signed-out");
      const problem = await this.waitForSession(signal);
      if (problem !== null) return this.fail(problem);
      if (!signal.aborted) this.setLink("connecting");
    } else {
      // A file that changed on the disk fails exactly as a lost network does.
      if (!(await this.input.source.isReadable())) return this.fail("the file was changed or moved after it was chosen");
      this.showWaiting(failure === "away");
      await delay(WAIT_MS, signal);
    }
    if (!signal.aborted && attempt === this.attempt) this.tryAgain();
  }

  /** @returns what the person is told when there will be no other session */
  private async waitForSession(signal: AbortSignal): Promise<string | null> {
    try {
      await this.input.host.waitForSession(this.input.accountId, signal);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private fail(reason: string): void {
    this.running.abort();
    this.events.onFailed(reason);
  }
}

/** As tus-js-client reads files. */
function toTusSource(source: ByteSource) {
  return {
    size: source.size,
    slice: async (start: number, end: number) => {
      const value = await source.slice(start, Math.min(end, source.size));
      return { value, done: start + value.size >= source.size };
    },
    close: () => undefined,
  };
}
