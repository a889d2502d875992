import type { Dispatch } from "react";
import { analyseInWorker } from "./analyse-in-worker";
import { readExtraction } from "./extraction-calls";
import { pollExtraction } from "./extraction-poll";
import { handOver } from "./hand-over";
import { isSessionAlive } from "./session-watch";
import { findStoredUpload, forgetUpload, type StoredUpload, storeUpload } from "./stored-uploads";
import { TusTransfer } from "./tus-transfer";
import { holdUpload } from "./upload-lock";
import type { ZipUploadEvent } from "./upload-reducer";
import type { FileFacts, UploadLink, UploadTarget } from "./upload-state";
import { takeZipFile } from "./zip-file-rules";

/** What happens around a ZIP upload. It tells the reducer, and keeps nothing that is shown. */
export class ZipUploadController {
  private file: File | null = null;
  private transfer: TusTransfer | null = null;
  /** The upload under way, as it is kept for later. */
  private stored: StoredUpload | null = null;
  /** Ends whatever is under way now: the check, the waiting, the polling. */
  private work = new AbortController();

  constructor(
    private readonly accountId: string,
    private readonly dispatch: Dispatch<ZipUploadEvent>,
  ) {}

  /** Takes what the person chose or dropped, and checks it. */
  async choose(files: readonly File[]): Promise<void> {
    const file = takeZipFile(files);
    if (typeof file === "string") return this.dispatch({ type: "refused", message: file });
    const { signal } = this.begin();
    this.file = file;
    this.dispatch({ type: "chosen", file: factsOf(file) });
    const onProgress = (entriesRead: number, entriesTotal: number) => this.dispatch({ type: "directoryRead", entriesRead, entriesTotal });
    const verdict = await analyseInWorker(file, onProgress, signal).catch(() => null);
    if (signal.aborted) return;
    if (verdict?.kind === "accepted") return this.dispatch({ type: "analysed", analysis: verdict.analysis });
    this.file = null;
    this.dispatch({ type: "refused", message: verdict?.refusal.message ?? "The file cannot be read. Please choose it again." });
  }

  /** Uploads the checked file, from where an earlier upload of it into this project stopped. */
  upload(target: UploadTarget): void {
    if (!this.file) return;
    const known = findStoredUpload(window.localStorage, this.accountId, factsOf(this.file), target);
    void this.send(this.file, target, known?.uploadUrl ?? null);
  }

  /** Goes on with an unfinished upload, given its file again; into another project than it was begun for, if `target` says so. */
  continueUpload(stored: StoredUpload, file: File, target: UploadTarget): void {
    forgetUpload(window.localStorage, stored);
    void this.send(file, target, stored.uploadUrl);
  }

  /** Makes a project of an upload that has every byte on the server. */
  publishStored(stored: StoredUpload, target: UploadTarget): void {
    const { signal } = this.begin();
    forgetUpload(window.localStorage, stored);
    this.keep({ ...stored, target });
    this.dispatch({ type: "uploadStarted", file: stored.file, target, at: performance.now() });
    this.dispatch({ type: "bytesSent", bytes: stored.file.size, at: performance.now() });
    void this.publish({ ...stored, target }, signal);
  }

  /** Tells the person that what they asked for cannot be done, and changes nothing. */
  warn(message: string): void {
    this.dispatch({ type: "noticed", notice: { kind: "error", text: message } });
  }

  async pause(): Promise<void> {
    try {
      await this.transfer?.pause();
    } catch {
      this.warn("Failed to pause upload");
    }
  }

  resume(): void {
    try {
      this.transfer?.start();
    } catch {
      this.warn("Failed to resume upload");
    }
  }

  /** Ends the upload for good: nothing of it is kept, here or on the server. */
  cancel(): void {
    this.work.abort();
    void this.transfer?.cancel();
    if (this.stored) forgetUpload(window.localStorage, this.stored);
    this.clear();
    this.dispatch({ type: "cancelled" });
  }

  /** Ends what runs here. What has been sent stays on the server, and an extraction goes on there. */
  leave(): void {
    this.work.abort();
    void this.transfer?.stop();
    this.transfer = null;
  }

  private clear(): void {
    this.file = null;
    this.transfer = null;
    this.stored = null;
  }

  private begin(): AbortController {
    this.leave();
    this.work = new AbortController();
    return this.work;
  }

  private async send(file: File, target: UploadTarget, uploadUrl: string | null): Promise<void> {
    const { signal } = this.begin();
    const facts = { accountId: this.accountId, file: factsOf(file), target, createdAt: Date.now() };
    const stored = (url: string): StoredUpload => ({ ...facts, uploadUrl: url });
    if (uploadUrl) this.keep(stored(uploadUrl));
    const isHeld = await holdUpload(facts, signal);
    if (signal.aborted) return;
    if (!isHeld) return this.warn("This upload is already running in another tab.");
    this.dispatch({ type: "uploadStarted", file: factsOf(file), target, at: performance.now() });
    try {
      this.transfer = new TusTransfer(
        { file, accountId: this.accountId, target, uploadUrl },
        {
          onAddress: (url) => this.keep(stored(url)),
          onLink: (link) => this.dispatch({ type: "linkChanged", link, at: performance.now() }),
          onBytes: (bytes) => this.dispatch({ type: "bytesSent", bytes, at: performance.now() }),
          onRestart: () => this.dispatch({ type: "noticed", notice: { kind: "info", text: RESTART_MESSAGE } }),
          onDone: (url) => void this.publish(stored(url), signal),
          onFailed: (reason) => this.dispatch({ type: "failed", message: `TUS upload failed: ${reason}` }),
        },
      );
      this.transfer.start();
    } catch {
      this.dispatch({ type: "failed", message: "Failed to initialize TUS ZIP upload" });
    }
  }

  private keep(stored: StoredUpload): void {
    this.stored = stored;
    storeUpload(window.localStorage, stored);
  }

  /** From the upload to the import, and on to its end. */
  private async publish(stored: StoredUpload, signal: AbortSignal): Promise<void> {
    const onLink = (link: UploadLink) => this.dispatch({ type: "linkChanged", link, at: performance.now() });
    const refusal = await handOver(stored, onLink, signal);
    if (signal.aborted) return;
    if (refusal !== null) this.dispatch({ type: "failed", message: `TUS extraction failed: ${refusal}` });
    else await this.follow(stored, signal);
  }

  private async follow(stored: StoredUpload, signal: AbortSignal): Promise<void> {
    const { target } = stored;
    forgetUpload(window.localStorage, stored);
    this.clear();
    this.dispatch({ type: "extractionStarted", target });
    const outcome = await pollExtraction(
      this.reader(target),
      (progress) => this.dispatch({ type: "extractionProgressed", progress }),
      signal,
    );
    if (outcome.kind === "failed") this.dispatch({ type: "failed", message: outcome.message });
  }

  /** Reads the progress of an extraction, and says once when it cannot be seen for want of a session. */
  private reader({ safeName }: UploadTarget) {
    let isTold = false;
    return async (signal: AbortSignal) => {
      const progress = await readExtraction(safeName, signal);
      const isSignedOut = progress === null && !isTold && !(await isSessionAlive());
      if (isSignedOut && !signal.aborted) {
        isTold = true;
        this.warn("Your session has ended. The extraction goes on; sign in again in another tab to see how far it is.");
      }
      return progress;
    };
  }
}

const RESTART_MESSAGE = "The server no longer has what was sent before. The upload starts from the beginning.";

function factsOf({ name, size, lastModified }: File): FileFacts {
  return { name, size, lastModified };
}
