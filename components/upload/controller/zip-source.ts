import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import { pollExtraction, readExtraction } from "@/lib/upload-client/finalize/extraction";
import { finalizeUpload, startExtraction } from "@/lib/upload-client/finalize/publish-calls";
import { callAs } from "@/lib/upload-client/host";
import { ZIP_CHUNK_BYTES } from "@/lib/upload-client/limits";
import type { PackProgress } from "@/lib/upload-client/plan/plan-store";
import { type PublishedMap, toPublishedMap } from "@/lib/upload-client/published-map";
import { fileSource } from "@/lib/upload-client/send/byte-source";
import { describeSent } from "@/lib/upload-client/send/sent-ranges";
import { TusTransfer } from "@/lib/upload-client/send/tus-transfer";
import { nameReservation, toUploadId, zipMetadata } from "@/lib/upload-client/send/uploads";
import type { UploadTarget } from "@/lib/upload-client/target";
import type { ZipVerdict } from "@/lib/upload-client/zip/zip-analysis";
import { showDesktopNotice, showPublishedNotice, showUploadedNotice } from "../notifications/desktop-notice";
import { analyseInWorker, takeZipFile } from "../source/zip/chosen-zip";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { suggestMethod, type UploadMethod } from "../source/zip/upload-method";
import { type UnfinishedZip, ZIP_PACK_ID } from "../unfinished/database";
import { findZipUpload, isSameFile } from "../unfinished/find-upload";
import { forgetUpload, listProgress, storeProgress, storeUpload } from "../unfinished/store";
import { browserHost, isSessionAlive } from "./browser-host";
import { ChosenData } from "./chosen-data";
import { type FollowedExtraction, forgetFollowedExtraction, storeFollowedExtraction } from "./followed-extractions";
import { sendDirect } from "./send-direct";
import { type Failure, UploadError, type UploadJob, type UploadSource } from "./upload-controller";
import { holdUpload } from "./upload-lock";
import type { FileFacts, Shipment } from "./upload-state";

const EXTRACTION_MESSAGE = "Your session has ended. The extraction goes on; sign in again in another tab to see how far it is.";

type AcceptedZip = Extract<ZipVerdict, { kind: "accepted" }>;

/** @param verdict null when the file can't be read */
function refusalOf(verdict: Exclude<ZipVerdict, AcceptedZip> | null): string {
  return verdict?.refusal.message ?? "The file cannot be read. Please choose it again.";
}

export class ZipSource implements UploadSource {
  transfer: TusTransfer | null = null;
  data = new ChosenData();
  private chosen: ChosenZip | null = null;
  private nameEncoding: NameEncoding | null = null;
  private stored: UnfinishedZip | null = null;
  private target: UploadTarget | null = null;

  constructor(private readonly accountId: string) {}

  async choose(files: readonly ChosenZip[], method: UploadMethod, job: UploadJob): Promise<void> {
    const chosen = takeZipFile(files, method);
    if (typeof chosen === "string") return job.dispatch({ type: "refused", message: chosen });
    const { file } = chosen;
    job.dispatch({ type: "chosen", name: file.name, byteCount: file.size });
    job.dispatch({ type: "methodSuggested", method: suggestMethod(file.size) });
    const onProgress = (read: number, total: number) => job.dispatch({ type: "read", read, total });
    const verdict = await analyseInWorker(file, { onProgress, nameEncoding: null }, job.signal).catch(() => null);
    if (job.signal.aborted) return;
    this.chosen = null;
    if (verdict?.kind !== "accepted") return job.dispatch({ type: "refused", message: refusalOf(verdict) });
    job.dispatch({ type: "describing" });
    await this.select(chosen, verdict, job);
  }

  /** Decodes the names of the chosen file with another encoding. Keeps the former one when the rules refuse the names. */
  async decodeNames(nameEncoding: NameEncoding, job: UploadJob): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const verdict = await analyseInWorker(chosen.file, { onProgress: () => undefined, nameEncoding }, job.signal).catch(() => null);
    if (verdict?.kind !== "accepted") return job.notify("error", refusalOf(verdict));
    await this.select(chosen, verdict, job);
  }

  private async select(chosen: ChosenZip, { data, tiles, analysis }: AcceptedZip, job: UploadJob): Promise<void> {
    const { file } = chosen;
    try {
      this.data = new ChosenData();
      const found = { data: data.map((entry) => ({ file, entry })), tiles };
      const described = await this.data.describe(found, job.signal);
      this.chosen = chosen;
      this.nameEncoding = analysis.names?.encoding ?? null;
      job.dispatch({ type: "selected", selection: { source: "zip", byteCount: file.size, file, analysis, ...described } });
    } catch (error) {
      job.dispatch({ type: "refused", message: error instanceof Error ? error.message : String(error) });
    }
  }

  async upload(to: UploadTarget, method: UploadMethod, job: UploadJob): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const target = this.data.addTo(to);
    if (method === "direct") return this.sendAtOnce(chosen.file, target, job);
    // After a refused name, the server has the bytes under the former one.
    const begun = this.stored && (await isSameFile(this.stored, chosen.file)) ? this.stored : null;
    const upload = begun ?? (await findZipUpload(this.accountId, target, chosen.file));
    await this.continueUpload({ ...upload, nameEncoding: this.nameEncoding }, chosen, target, job);
  }

  async publishStored(upload: UnfinishedZip, target: UploadTarget, job: UploadJob): Promise<void> {
    const [progress] = await listProgress(upload.id);
    if (!progress) return;
    this.target = target;
    this.stored = { ...upload, target };
    await storeUpload(this.stored);
    job.startUpload(target, shipmentOf({ name: upload.name, size: upload.byteCount }), "sending", { bytes: upload.byteCount });
    await this.finalize(progress.uploadUrl, target, job);
  }

  async returnToExtraction(followed: FollowedExtraction, job: UploadJob): Promise<void> {
    job.dispatch({ type: "methodChosen", method: followed.way });
    await this.follow(followed, job);
  }

  forget(): void {
    this.chosen = null;
    this.stored = null;
  }

  discard(): void {
    void this.transfer?.cancel();
    if (this.stored) void forgetUpload(this.stored.id);
  }

  toFailure(error: unknown): Failure {
    const { message, details } = error instanceof UploadError ? error : new UploadError("Failed to initialize ZIP upload");
    if (this.target && !details.mayFinish) showDesktopNotice({ title: `${this.target.projectName} was not published`, body: message });
    return { message, recovery: "none", ...details };
  }

  private async sendAtOnce(file: File, target: UploadTarget, job: UploadJob): Promise<void> {
    this.target = target;
    const { accountId, nameEncoding } = this;
    job.startUpload(target, shipmentOf(file));
    const outcome = await sendDirect({ file, accountId, nameEncoding }, target, job);
    job.signal.throwIfAborted();
    // The resumable upload can take over the chosen file.
    if (outcome.kind === "signed-out") throw new UploadError(outcome.message, { recovery: "retry", isSignedOut: true });
    if (outcome.kind !== "started") throw new UploadError(outcome.message, outcome.keepsChoice ? { recovery: "selection" } : {});
    showUploadedNotice(target);
    await this.follow({ way: "direct", target: { ...target, safeName: outcome.safeName } }, job);
  }

  /** Sends over tus from the last received byte. @param target may differ from the previous project */
  async continueUpload(upload: UnfinishedZip, { file, handle }: ChosenZip, target: UploadTarget, job: UploadJob): Promise<void> {
    this.target = target;
    await holdUpload({ accountId: this.accountId, file, target }, job.signal);
    const [progress] = await listProgress(upload.id);
    job.signal.throwIfAborted();
    const stored = { ...upload, target, lastModified: file.lastModified, handle: handle ?? upload.handle };
    if (progress) await storeUpload(stored);
    this.stored = stored;
    job.startUpload(target, shipmentOf(file));
    const uploadUrl = await this.sendBytes(file, stored, progress ?? null, job);
    await this.finalize(uploadUrl, target, job);
  }

  /** @returns the upload's address */
  private sendBytes(file: File, stored: UnfinishedZip, earlier: PackProgress | null, job: UploadJob): Promise<string> {
    const metadata = { ...zipMetadata(file.name, stored.target.projectName), ...nameReservation(stored.target) };
    const input = {
      host: browserHost,
      source: fileSource(file),
      accountId: this.accountId,
      metadata,
      chunkBytes: ZIP_CHUNK_BYTES,
      uploadUrl: earlier?.uploadUrl ?? null,
    };
    let progress: PackProgress = { sessionId: stored.id, packId: ZIP_PACK_ID, size: file.size, uploadUrl: "", isDone: false };
    return new Promise<string>((resolve, reject) => {
      this.transfer = new TusTransfer(input, {
        onAddress: (url) => {
          void storeUpload(stored);
          progress = { ...progress, uploadUrl: url, sent: url === earlier?.uploadUrl ? earlier.sent : undefined };
          void storeProgress(progress);
        },
        onAccepted: async (bytes) => {
          if (bytes === file.size) return;
          const sent = await describeSent(file, bytes).catch(() => undefined);
          if (sent && !job.signal.aborted) void storeProgress({ ...progress, sent });
        },
        onConnection: job.setConnection,
        onBytes: (bytes) => job.addProgress({ bytes }),
        onRestart: job.notifyRestart,
        onDone: resolve,
        onFailed: (reason, status) => reject(refusedError(`TUS upload failed: ${reason}`, status)),
      });
      this.transfer.start();
    }).catch((error: unknown) => {
      throw error instanceof UploadError ? error : new UploadError("Failed to initialize TUS ZIP upload");
    });
  }

  private async finalize(uploadUrl: string, target: UploadTarget, job: UploadJob): Promise<void> {
    const { accountId } = this;
    const zip = { uploadId: toUploadId(uploadUrl), nameEncoding: this.stored?.nameEncoding ?? null };
    const call = (signal: AbortSignal) => startExtraction(callAs(accountId, browserHost.call), target, zip, signal);
    const outcome = await finalizeUpload({ call, accountId, host: browserHost, onConnection: job.setConnection }, job.signal);
    if (outcome.kind === "left") return;
    if (outcome.kind === "refused") throw refusedError(`TUS extraction failed: ${outcome.message}`, outcome.status);
    if (this.stored) void forgetUpload(this.stored.id);
    showUploadedNotice(target);
    await this.follow({ way: "tus", target }, job);
  }

  private async follow(shown: Omit<FollowedExtraction, "accountId">, job: UploadJob): Promise<void> {
    const { target } = shown;
    this.transfer = null;
    this.forget();
    this.target = target;
    storeFollowedExtraction(window.sessionStorage, { ...shown, accountId: this.accountId });
    job.dispatch({ type: "extractionStarted", target });
    let map: PublishedMap | null = null;
    const outcome = await pollExtraction(
      extractionReader(target.safeName, () => job.notify("error", EXTRACTION_MESSAGE)),
      (progress) => {
        map = toPublishedMap(target, progress) ?? map;
        job.dispatch({ type: "extractionProgressed", progress });
      },
      job.signal,
    );
    if (outcome.kind === "left") return;
    forgetFollowedExtraction(window.sessionStorage, shown);
    if (outcome.kind === "complete") {
      const text = `${target.projectName} is online.`;
      job.dispatch({ type: "completed", notice: { kind: "success", text, map }, map });
      return showPublishedNotice(target);
    }
    throw new UploadError(outcome.message, { mayFinish: outcome.mayFinish === true });
  }
}

/** The file stays chosen for another name, or for a try when there is space. */
function refusedError(message: string, status = 0): UploadError {
  return new UploadError(message, status === 409 || status === 413 ? { recovery: "selection" } : {});
}

/** @param onSignedOut called once, when the session has ended */
function extractionReader(safeName: string, onSignedOut: () => void) {
  let isFirst = true;
  return async (signal: AbortSignal) => {
    const progress = await readExtraction(browserHost.call, safeName, signal);
    if (progress !== null || !isFirst || (await isSessionAlive()) || signal.aborted) return progress;
    isFirst = false;
    onSignedOut();
    return null;
  };
}

function shipmentOf({ name, size }: Pick<FileFacts, "name" | "size">): Shipment {
  return { name, fileCount: 1, byteCount: size, chunkCount: 0 };
}
