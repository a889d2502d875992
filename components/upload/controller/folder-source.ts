import { compareMessages } from "@/lib/upload-client/compare/version-calls";
import { PROCESS_FAILED_MESSAGE } from "@/lib/upload-client/finalize/publish-calls";
import { publishFolder } from "@/lib/upload-client/finalize/publish-folder";
import { UPLOADS_AT_A_TIME } from "@/lib/upload-client/limits";
import type { FolderChanges, Pack } from "@/lib/upload-client/plan/plan-packs";
import { countChunks } from "@/lib/upload-client/send/pack-progress";
import { PackSource } from "@/lib/upload-client/send/pack-source";
import { PackUploader } from "@/lib/upload-client/send/pack-uploader";
import { discardUploads, nameReservation, packMetadata, toUploadIds } from "@/lib/upload-client/send/uploads";
import type { UploadTarget } from "@/lib/upload-client/target";
import { showDesktopNotice } from "../notifications/desktop-notice";
import { type Comparison, compareInWorker } from "../replace/compare";
import { ChosenFolder } from "../source/folder/chosen-folder";
import { type Choice, choiceOfHandle } from "../source/folder/reading";
import type { UnfinishedFolder } from "../unfinished/database";
import { findFolderUpload } from "../unfinished/find-upload";
import { forgetUpload, listProgress, storeProgress, storeUpload } from "../unfinished/store";
import { browserHost } from "./browser-host";
import { ChosenData } from "./chosen-data";
import { type Failure, UploadError, type UploadJob, type UploadSource } from "./upload-controller";
import { holdUpload } from "./upload-lock";

/** Uploads a folder in packs. A replacement uploads only the differences from the current map. */
export class FolderSource implements UploadSource {
  transfer: PackUploader | null = null;
  data = new ChosenData();
  private folder: ChosenFolder | null = null;
  private comparison: Comparison | null = null;
  /** The folder has no index.html, and Sea-Vision makes a map of its data. */
  private makesMap = false;
  private stored: UnfinishedFolder | null = null;

  constructor(private readonly accountId: string) {}

  async choose(choice: Choice, job: UploadJob): Promise<void> {
    this.folder ??= new ChosenFolder();
    await this.read(this.folder, choice, null, job);
  }

  /** Continues an unfinished upload after the user chose its folder again. Shows changes first. */
  async continueUpload(upload: UnfinishedFolder, target: UploadTarget, choice: Choice, job: UploadJob): Promise<void> {
    const folder = this.reopen(upload, target);
    const changes = await this.read(folder, choice, upload.id, job);
    if (!changes) return;
    job.dispatch({ type: "confirmed" });
    const { added, changed, removed } = changes;
    if (added + changed + removed > 0) return;
    if (target.replacesId === null) await this.upload(target, job);
    else await this.compare(target, job);
  }

  async publishStored(upload: UnfinishedFolder, target: UploadTarget, job: UploadJob): Promise<void> {
    const folder = this.reopen(upload, target);
    const stored = { ...upload, target };
    job.dispatch({ type: "prepared", target });
    await folder.plan.answer(folder.plan.api.restore({ sessionId: upload.id }));
    const addresses = (await listProgress(upload.id)).map(({ packId, uploadUrl }): [string, string] => [packId, uploadUrl]);
    job.signal.throwIfAborted();
    const { fileCount, byteCount } = upload;
    job.startUpload(target, { name: upload.name ?? target.projectName, fileCount, byteCount, chunkCount: 0 });
    await this.finalize(folder, stored, toUploadIds(addresses), job);
  }

  async compare(target: UploadTarget, job: UploadJob): Promise<void> {
    const { folder } = this;
    if (!folder || target.replacesId === null) return;
    job.dispatch({ type: "comparing", target });
    const onProgress = ({ hashedBytes, bytesToHash }: { hashedBytes: number; bytesToHash: number }) =>
      job.dispatch({ type: "compareProgressed", done: hashedBytes, total: bytesToHash });
    try {
      const map = { files: await folder.mapFiles(), makesMap: this.makesMap };
      this.comparison = await compareInWorker(map, target.replacesId, onProgress, job.signal);
      job.dispatch({ type: "compared", comparison: this.comparison });
    } catch (error) {
      const message = error instanceof Error && error.name === "CompareError" ? error.message : compareMessages.failed;
      job.dispatch({ type: "failed", message, recovery: "selection" });
    }
  }

  async upload(to: UploadTarget, job: UploadJob): Promise<void> {
    const { folder, comparison } = this;
    if (!folder) return;
    const target = this.data.addTo(to);
    // Without a comparison, the server would publish a part as the whole map.
    if (target.replacesId !== null && !comparison) return this.compare(target, job);
    job.dispatch({ type: "prepared", target });
    const { folderName, handle } = folder;
    const known = this.stored ?? (await findFolderUpload(this.accountId, target, folderName));
    const planned = { ...known, target, handle: handle ?? known.handle };
    if (comparison) await folder.only([...comparison.added, ...comparison.changed]);
    const { packs, dropped } = await folder.plan.api.plan({ sessionId: planned.id }, folder.hasSent);
    void discardUploads(browserHost, dropped);
    job.signal.throwIfAborted();
    const fileCount = packs.reduce((sum, { files }) => sum + files.length, 0);
    const byteCount = packs.reduce((sum, { size }) => sum + size, 0);
    const stored = { ...planned, fileCount, byteCount, packCount: packs.length };
    this.stored = stored;
    const name = folderName ?? target.projectName;
    job.startUpload(target, { name, fileCount, byteCount, chunkCount: countChunks(packs) });
    const uploadIds = await this.sendPacks(folder, stored, packs, job);
    await this.finalize(folder, stored, uploadIds, job);
  }

  /** Continues after unreadable files. Reads the folder again when the browser can, because the files may have changed. */
  async retry(job: UploadJob): Promise<void> {
    const { folder, stored } = this;
    if (!folder || !stored) return;
    if (folder.handle) {
      this.folder = new ChosenFolder();
      folder.close();
      if (!(await this.read(this.folder, choiceOfHandle(folder.handle), null, job))) return;
      job.dispatch({ type: "confirmed" });
    }
    await this.upload(stored.target, job);
  }

  /** Continues without these files. */
  async leaveOut(files: readonly string[], job: UploadJob): Promise<void> {
    const { folder, stored } = this;
    if (!folder || !stored) return;
    await folder.leaveOut(files);
    await this.upload(stored.target, job);
  }

  forget(): void {
    this.folder?.close();
    this.folder = null;
    this.data = new ChosenData();
    this.stored = null;
    this.comparison = null;
  }

  discard(): void {
    const { transfer } = this;
    if (!transfer) return;
    void transfer.cancel().then((addresses) => discardUploads(browserHost, addresses));
    if (this.stored) void forgetUpload(this.stored.id);
  }

  toFailure(error: unknown): Failure {
    if (!(error instanceof UploadError)) return { message: PROCESS_FAILED_MESSAGE, recovery: "selection" };
    const { message, details } = error;
    if (!details.mayFinish) showDesktopNotice({ title: "Upload failed", body: message, href: "/projects?mode=upload" });
    return { message, recovery: "selection", ...details };
  }

  private reopen(upload: UnfinishedFolder, target: UploadTarget): ChosenFolder {
    this.forget();
    this.stored = { ...upload, target };
    this.data = new ChosenData(target.answers);
    this.folder = new ChosenFolder();
    return this.folder;
  }

  /** @param comparedWith id of an unfinished upload @returns the changes since then; null when the folder can't be uploaded */
  private async read(folder: ChosenFolder, choice: Choice, comparedWith: string | null, job: UploadJob): Promise<FolderChanges | null> {
    const { signal } = job;
    job.dispatch({ type: "chosen", name: choice.folderName });
    const onProgress = (read: number) => job.dispatch({ type: "read", read, total: null });
    try {
      const { facts, remark } = await folder.add(choice, { onProgress, signal });
      job.dispatch({ type: "describing" });
      const hasRootPaths = await folder.hasRootPaths(facts);
      const described = await this.data.describe(await folder.dataFiles(facts), signal);
      const changes = comparedWith === null ? null : await folder.plan.api.changes({ sessionId: comparedWith }, folder.hasSent);
      signal.throwIfAborted();
      this.comparison = null;
      this.makesMap = described.layers.length > 0;
      job.dispatch({ type: "selected", selection: { source: "folder", ...facts, ...described, hasRootPaths, changes } });
      if (remark !== null) job.notify("error", remark);
      return changes ?? { added: 0, changed: 0, removed: 0 };
    } catch (error) {
      if (signal.aborted) return null;
      // The worker can't separate the refused files from those chosen earlier.
      this.forget();
      job.dispatch({ type: "refused", message: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  private async sendPacks(folder: ChosenFolder, stored: UnfinishedFolder, packs: readonly Pack[], job: UploadJob) {
    const { accountId } = this;
    const { id: sessionId, target, byteCount } = stored;
    const name = folder.folderName ?? target.projectName;
    await holdUpload({ accountId, target, file: { name, size: byteCount } }, job.signal);
    job.signal.throwIfAborted();
    await storeUpload(stored);
    const input = {
      host: browserHost,
      packs,
      uploadsAtATime: UPLOADS_AT_A_TIME,
      accountId,
      open: ({ files }: Pack) => new PackSource(folder.filesOf(files), folder.reader),
      metadataOf: ({ files }: Pack, source: { fileAt(bytes: number): string }) => ({
        ...packMetadata(name, files.length, source.fileAt(0)),
        ...nameReservation(target),
      }),
    };
    return new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      this.transfer = new PackUploader(input, {
        onConnection: job.setConnection,
        onTotals: job.addProgress,
        onRestart: job.notifyRestart,
        onAddress: ({ id: packId, size }, progress) => void storeProgress({ sessionId, packId, size, ...progress }),
        onDone: (addresses) => resolve(toUploadIds(addresses)),
        onUnreadable: (file) =>
          job.notify("error", `${file} was changed or moved after it was chosen. The other files are still being sent.`),
        onFailed: (files, reason) => {
          const message = `Upload failed for ${files[0] ?? name}: ${reason}`;
          // The other files have been sent.
          reject(new UploadError(message, files.length === 0 ? {} : { recovery: "retry", unreadable: files }));
        },
      });
      this.transfer.start();
    });
  }

  private async finalize(
    folder: ChosenFolder,
    stored: UnfinishedFolder,
    uploadIds: ReadonlyMap<string, string>,
    job: UploadJob,
  ): Promise<void> {
    const { target } = stored;
    job.dispatch({ type: "finalizing" });
    await storeUpload({ ...stored, isFinalizing: true });
    const { accountId, comparison } = this;
    const outcome = await publishFolder(
      { host: browserHost, writeList: folder.plan.api.list, accountId, target, folderName: stored.name, comparison, uploadIds },
      {
        onConnection: job.setConnection,
        onTaken: () => void forgetUpload(stored.id),
        onExtracting: () => job.dispatch({ type: "extractionStarted", target }),
        onExtraction: (progress) => job.dispatch({ type: "extractionProgressed", progress }),
      },
      job.signal,
    );
    if (outcome.kind === "left") return;
    if (outcome.kind === "failed") {
      await storeUpload({ ...stored, isFinalizing: false });
      throw new UploadError(outcome.message, { mayFinish: outcome.mayFinish === true });
    }
    const online = `${target.projectName} is online.`;
    const text = target.replacesId === null ? online : `The new map of ${online}`;
    this.forget();
    job.dispatch({ type: "completed", notice: { kind: "success", text, map: outcome.map }, map: outcome.map });
    showDesktopNotice({ title: target.projectName, body: online, href: "/projects" });
  }
}
