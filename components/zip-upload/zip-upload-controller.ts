import type { Dispatch } from "react";
import { holdUpload } from "@/components/publish/controller/upload-lock";
import { watchImport } from "@/components/publish/notifications/watch-import";
import { analyseInWorker } from "@/components/publish/source/zip/analyse-in-worker";
import type { ChosenFile } from "@/components/publish/source/zip/chosen-zip";
import type { UploadWay } from "@/components/publish/source/zip/upload-method";
import { takeZipFile } from "@/components/publish/source/zip/zip-file-rules";
import { browserHost } from "@/components/transfer/browser-host";
import type { FileFacts } from "@/components/transfer/transfer-state";
import { pollExtraction, TIMEOUT_MESSAGE } from "@/lib/publish/finalize/extraction";
import { handOver } from "@/lib/publish/finalize/finalize-upload";
import { startExtraction } from "@/lib/publish/finish/start-extraction";
import type { TusTransfer } from "@/lib/publish/send/tus-transfer";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { UploadTarget } from "@/lib/publish/target";
import { extractionReader } from "./extraction-reader";
import { forgetExtraction, type KeptExtraction, keepExtraction, readKeptExtraction } from "./kept-extraction";
import { keepHandle } from "./kept-handles";
import { findLastImport, idOf } from "./last-import";
import { sendDirect } from "./send-direct";
import { findStoredUpload, forgetUpload, type StoredUpload, storeUpload } from "./stored-uploads";
import { createZipTransfer } from "./tus-zip";
import { findOutcome } from "./unanswered-direct";
import type { ZipUploadEvent } from "./upload-reducer";

/** What happens around a ZIP upload. It tells the reducer, and keeps nothing that is shown. */
export class ZipUploadController {
  private chosen: ChosenFile | null = null;
  private transfer: TusTransfer | null = null;
  /** The upload under way, as it is kept for later. */
  private stored: StoredUpload | null = null;
  /** Ends whatever is under way now: the check, the request, the waiting, the polling. */
  private work = new AbortController();

  constructor(
    private readonly accountId: string,
    private readonly dispatch: Dispatch<ZipUploadEvent>,
  ) {}

  /** Takes what the person chose or dropped, and checks it. */
  async choose(files: readonly ChosenFile[], way: UploadWay): Promise<void> {
    const chosen = takeZipFile(files, way);
    if (typeof chosen === "string") return this.dispatch({ type: "refused", message: chosen });
    const { signal } = this.begin();
    this.chosen = chosen;
    this.dispatch({ type: "chosen", file: factsOf(chosen.file) });
    const onProgress = (entriesRead: number, entriesTotal: number) => this.dispatch({ type: "directoryRead", entriesRead, entriesTotal });
    const verdict = await analyseInWorker(chosen.file, onProgress, signal).catch(() => null);
    if (signal.aborted) return;
    if (verdict?.kind === "accepted") return this.dispatch({ type: "analysed", analysis: verdict.analysis });
    this.chosen = null;
    this.dispatch({ type: "refused", message: verdict?.refusal.message ?? "The file cannot be read. Please choose it again." });
  }

  /** Uploads the checked file; over tus from where an earlier upload of it into this project stopped. */
  upload(target: UploadTarget, way: UploadWay): void {
    const { chosen } = this;
    if (!chosen) return;
    if (way === "direct") return void this.sendAtOnce(chosen.file, target);
    const known = findStoredUpload(window.localStorage, this.accountId, factsOf(chosen.file), target);
    void this.send(chosen, target, known?.uploadUrl ?? null);
  }

  /** Goes on with an unfinished upload, given its file again; into another project than it was begun for, if `target` says so. */
  continueUpload(stored: StoredUpload, chosen: ChosenFile, target: UploadTarget): void {
    forgetUpload(window.localStorage, stored);
    void this.send(chosen, target, stored.uploadUrl);
  }

  /** Makes a project of an upload that has every byte on the server. */
  publishStored(stored: StoredUpload, target: UploadTarget): void {
    const { signal } = this.begin();
    forgetUpload(window.localStorage, stored);
    this.keep({ ...stored, target });
    this.dispatch({ type: "uploadStarted", way: "tus", file: stored.file, target, at: performance.now() });
    this.dispatch({ type: "bytesSent", bytes: stored.file.size, at: performance.now() });
    void this.publish({ ...stored, target }, signal);
  }

  /** Comes back to the extraction that this tab showed before it was reloaded. */
  returnToExtraction(): void {
    const kept = readKeptExtraction(window.sessionStorage, this.accountId);
    if (!kept) return;
    this.dispatch({ type: "wayChosen", way: kept.way });
    void this.follow(kept, this.begin().signal);
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

  /** Ends what runs here. What tus has sent stays on the server, and an extraction goes on there. */
  leave(): void {
    this.work.abort();
    void this.transfer?.stop();
    this.transfer = null;
  }

  private clear(): void {
    this.chosen = null;
    this.transfer = null;
    this.stored = null;
  }

  private begin(): AbortController {
    this.leave();
    this.work = new AbortController();
    return this.work;
  }

  private readonly tellLink = (link: UploadLink): void => this.dispatch({ type: "linkChanged", link, at: performance.now() });

  private fail(message: string): void {
    this.dispatch({ type: "failed", message });
  }

  private async sendAtOnce(file: File, target: UploadTarget): Promise<void> {
    const { signal } = this.begin();
    const onLink = this.tellLink;
    const onBytes = (bytes: number) => this.dispatch({ type: "bytesSent", bytes, at: performance.now() });
    this.dispatch({ type: "uploadStarted", way: "direct", file: factsOf(file), target, at: performance.now() });
    const before = idOf(await findLastImport(target, signal));
    if (signal.aborted) return;
    let outcome = await sendDirect(file, target, onBytes, signal).catch(() => null);
    if (outcome?.kind === "unanswered" || outcome?.kind === "cut-off") {
      const { kind, message } = outcome;
      outcome = await findOutcome({ before, target, accountId: this.accountId, outcome: { kind, message }, onLink }, signal);
    }
    if (signal.aborted) return;
    if (!outcome) return this.fail("Failed to initialize ZIP upload");
    if (outcome.kind !== "started") return this.fail(outcome.message);
    await this.follow({ way: "direct", target: { ...target, safeName: outcome.safeName } }, signal);
  }

  private async send({ file, handle }: ChosenFile, target: UploadTarget, uploadUrl: string | null): Promise<void> {
    const { signal } = this.begin();
    const facts = { accountId: this.accountId, file: factsOf(file), target, createdAt: Date.now() };
    const stored = (url: string): StoredUpload => ({ ...facts, uploadUrl: url });
    const keep = (url: string) => {
      this.keep(stored(url));
      if (handle) void keepHandle(url, handle);
    };
    if (uploadUrl) keep(uploadUrl);
    const isHeld = await holdUpload(facts, signal);
    if (signal.aborted) return;
    if (!isHeld) return this.warn("This upload is already running in another tab.");
    this.dispatch({ type: "uploadStarted", way: "tus", file: factsOf(file), target, at: performance.now() });
    try {
      this.transfer = createZipTransfer(
        { accountId: this.accountId, file, target, uploadUrl },
        {
          onAddress: keep,
          onLink: this.tellLink,
          onBytes: (bytes) => this.dispatch({ type: "bytesSent", bytes, at: performance.now() }),
          onRestart: () => this.dispatch({ type: "noticed", notice: { kind: "info", text: RESTART_MESSAGE } }),
          onDone: (url) => void this.publish(stored(url), signal),
          onFailed: (reason) => this.fail(`TUS upload failed: ${reason}`),
        },
      );
      this.transfer.start();
    } catch {
      this.fail("Failed to initialize TUS ZIP upload");
    }
  }

  private keep(stored: StoredUpload): void {
    this.stored = stored;
    storeUpload(window.localStorage, stored);
  }

  /** From the upload to the import, and on to its end. */
  private async publish(stored: StoredUpload, signal: AbortSignal): Promise<void> {
    const { target, accountId, uploadUrl } = stored;
    const call = (calling: AbortSignal) => startExtraction(browserHost.call, target, uploadUrl.split("/").at(-1) ?? "", calling);
    const handed = await handOver({ call, accountId, host: browserHost, onLink: this.tellLink }, signal);
    if (handed.kind === "left") return;
    if (handed.kind === "refused") return this.fail(`TUS extraction failed: ${handed.message}`);
    forgetUpload(window.localStorage, stored);
    await this.follow({ way: "tus", target: stored.target }, signal);
  }

  private async follow(kept: KeptExtraction, signal: AbortSignal): Promise<void> {
    const { target } = kept;
    this.clear();
    keepExtraction(window.sessionStorage, this.accountId, kept);
    this.dispatch({ type: "extractionStarted", target });
    const outcome = await pollExtraction(
      extractionReader(target.safeName, () => this.warn(SIGNED_OUT_MESSAGE)),
      (progress) => this.dispatch({ type: "extractionProgressed", progress }),
      signal,
    );
    if (outcome.kind === "left") return;
    forgetExtraction(window.sessionStorage);
    if (outcome.kind !== "failed") return;
    // The screen gives up, the server does not.
    if (outcome.message === TIMEOUT_MESSAGE) watchImport(target);
    this.fail(outcome.message);
  }
}

const RESTART_MESSAGE = "The server no longer has what was sent before. The upload starts from the beginning.";
const SIGNED_OUT_MESSAGE = "Your session has ended. The extraction goes on; sign in again in another tab to see how far it is.";

function factsOf({ name, size, lastModified }: File): FileFacts {
  return { name, size, lastModified };
}
