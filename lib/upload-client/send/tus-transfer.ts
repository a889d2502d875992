import { type DetailedError, Upload } from "tus-js-client";
import { headersOf, type PublishHost } from "../host";
import { delay } from "../waiting";
import type { ByteSource } from "./byte-source";
import { type ConnectionState, isUnavailable } from "./connection-state";
import { failureOf, guardAnswer, isServerFull, statusOf, transferErrorMessage } from "./transfer-failure";
import { discardUploads, transportOf } from "./uploads";

const ENDPOINT = "/files/";
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000];
/** Milliseconds between attempts after the retries above. An upload may wait for hours. */
const WAIT_MS = 10_000;
const TELL_MS = 250;
/** A connection counts as dead after this time without a byte, even when the browser reports none. */
const STALL_MS = 60_000;
/** An offline event counts after this time without a byte, because a few may still arrive. */
const SILENCE_MS = 5_000;
/** A speed is outdated after this time without a byte. */
const STILL_MS = 10_000;

interface TransferEvents {
  onAddress: (url: string) => void;
  onConnection: (link: ConnectionState) => void;
  onBytes: (bytes: number) => void;
  /** Called after each chunk, with the bytes that the server has. */
  onAccepted?: (bytes: number) => void;
  onRestart: () => void;
  onDone: (url: string) => void;
  /** @param status of the answer, or 0 without one */
  onFailed: (reason: string, status: number) => void;
}

interface TransferInput {
  host: Omit<PublishHost, "call">;
  source: ByteSource;
  accountId: string;
  metadata: Record<string, string>;
  chunkBytes: number;
  uploadUrl: string | null;
}

/** Uploads one file over tus. Survives lost connections, an unavailable server and an ended session. */
export class TusTransfer {
  private upload: Upload;
  private link: ConnectionState = "connecting";
  private lastBytesAt = 0;
  private lastToldAt = 0;
  /** Lets a waiting retry detect that another attempt came first. */
  private attempt = 0;
  private hasRestarted = false;
  /** Ends every wait and listener when the transfer pauses or ends. */
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
    const onOnline = () => isUnavailable(this.link) && this.tryAgain();
    // A request may hang until the network is back, instead of failing.
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

  async stop(): Promise<void> {
    this.running.abort();
    await this.upload.abort();
  }

  async cancel(): Promise<void> {
    await this.stop();
    if (this.upload.url) await discardUploads(this.input.host, [this.upload.url]);
  }

  private createUpload(uploadUrl: string | null): Upload {
    const { host, source, accountId, metadata, chunkBytes } = this.input;
    // tus-js-client only checks that there is a file; the bytes come from the reader below.
    const upload: Upload = new Upload(new Blob(), {
      endpoint: new URL(ENDPOINT, host.origin).href,
      uploadUrl,
      chunkSize: chunkBytes,
      fileReader: { openFile: () => Promise.resolve(toTusSource(source)) },
      retryDelays: RETRY_DELAYS_MS,
      metadata,
      headers: headersOf(accountId),
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && this.events.onAddress(upload.url),
      ...transportOf(host),
      onAfterResponse: guardAnswer,
      onShouldRetry: (error) => this.shouldRetry(error),
      onProgress: (bytes) => this.noteBytes(bytes),
      onChunkComplete: (_, bytes) => this.events.onAccepted?.(bytes),
      onSuccess: () => {
        this.running.abort();
        this.events.onDone(upload.url ?? "");
      },
      onError: (error) => void this.handleFailure(error, this.running.signal),
    });
    return upload;
  }

  private setLink(link: ConnectionState): void {
    this.link = link;
    this.events.onConnection(link);
  }

  private isMoving(): boolean {
    return this.link === "sending" || this.link === "still" || this.link === "connecting";
  }

  private showWaiting(error?: Error | DetailedError): void {
    const isAnswered = error !== undefined && failureOf(error) === "away";
    if (isAnswered) this.setLink(isServerFull(error) ? "full" : "unavailable");
    else this.setLink(this.input.host.isOnline() ? "unreachable" : "offline");
  }

  private noteBytes(bytes: number): void {
    // Requests that were running still report.
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
    if (!this.isMoving() && !isUnavailable(this.link)) return;
    const silence = performance.now() - this.lastBytesAt;
    if (this.isMoving() && (silence >= STALL_MS || (silence >= SILENCE_MS && !this.input.host.isOnline()))) this.showWaiting();
    if (this.link === "sending" && silence >= STILL_MS) this.setLink("still");
    if (silence >= STALL_MS) this.tryAgain();
  }

  /** Returns whether to retry with the delays above. After the last one, server errors fail. */
  private shouldRetry(error: DetailedError): boolean {
    const failure = failureOf(error);
    if (failure === "network" || failure === "away") this.showWaiting(error);
    if (failure === "network") void this.failIfUnreadable(this.running.signal);
    return failure === "network" || failure === "away" || failure === "busy" || statusOf(error) >= 500;
  }

  private async handleFailure(error: Error | DetailedError, signal: AbortSignal): Promise<void> {
    const failure = failureOf(error);
    const isOver = failure === "refused" || (failure === "gone" && (this.hasRestarted || !this.upload.url));
    if (isOver) return this.fail(transferErrorMessage(error, this.input.chunkBytes), statusOf(error));
    if (failure === "gone") {
      // Restarts only once, in case the server loses every upload.
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
      if (await this.failIfUnreadable(signal)) return;
      this.showWaiting(error);
      await delay(WAIT_MS, signal);
    }
    if (!signal.aborted && attempt === this.attempt) this.tryAgain();
  }

  /** Ends the upload of a file that has changed: sending it fails like a lost network. @returns true when it has ended */
  private async failIfUnreadable(signal: AbortSignal): Promise<boolean> {
    if (await this.input.source.isReadable()) return false;
    if (!signal.aborted) {
      void this.stop();
      this.fail("the file was changed or moved after it was chosen");
    }
    return true;
  }

  /** Waits for a session. @returns a message when signing in again fails */
  private async waitForSession(signal: AbortSignal): Promise<string | null> {
    try {
      await this.input.host.waitForSession(this.input.accountId, signal);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private fail(reason: string, status = 0): void {
    this.running.abort();
    this.events.onFailed(reason, status);
  }
}

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
