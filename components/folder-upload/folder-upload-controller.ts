import type { Dispatch } from "react";
import { showDesktopNotice } from "@/components/publish/notifications/desktop-notice";
import type { Choice } from "@/components/publish/source/folder/choose";
import { ChosenFolder } from "@/components/publish/source/folder/chosen-folder";
import { type Comparison, compareFolder } from "@/components/replace-map/compare";
import { browserHost } from "@/components/transfer/browser-host";
import { CompareError } from "@/lib/publish/compare/compare-error";
import { publishFolder } from "@/lib/publish/finalize/publish-folder";
import { processMessages } from "@/lib/publish/finish/process-call";
import type { PackList } from "@/lib/publish/plan/plan-messages";
import { countChunks } from "@/lib/publish/send/pack-progress";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import { discardUploads, toUploadIds } from "@/lib/publish/send/uploads";
import type { UploadTarget } from "@/lib/publish/target";
import { readPacking } from "./plan/packing";
import { FolderSending, newSession } from "./sending";
import type { FolderSession } from "./sessions/folder-database";
import { findSession, forgetSession, keepSession, listProgress } from "./sessions/folder-sessions";
import type { FolderUploadEvent } from "./upload-reducer";
import type { Shipment } from "./upload-state";
import { RESTART_MESSAGE, wrongFolder } from "./upload-words";

/** What happens around the upload of a folder. It tells the reducer, and keeps nothing that is shown. */
export class FolderUploadController {
  private folder: ChosenFolder | null = null;
  private comparison: Comparison | null = null;
  private session: FolderSession | null = null;
  private sending: FolderSending | null = null;
  /** Ends whatever is under way now: the reading, the waiting, the polling. */
  private work = new AbortController();

  constructor(
    private readonly accountId: string,
    private readonly dispatch: Dispatch<FolderUploadEvent>,
  ) {}

  /** Takes what the person chose or dropped, beside what was chosen before. */
  async choose(choice: Choice): Promise<void> {
    const { signal } = this.begin();
    this.folder ??= new ChosenFolder();
    await this.read(this.folder, choice, signal);
  }

  /**
   * Goes on with an unfinished upload, given its folder again.
   */
  async continueUpload(session: FolderSession, target: UploadTarget, choice: Choice): Promise<void> {
    const { signal } = this.begin();
    if (choice.folderName !== session.folderName) return this.warn(wrongFolder(session));
    this.forgetChoice();
    const folder = new ChosenFolder();
    this.folder = folder;
    this.session = { ...session, target };
    if (!(await this.read(folder, choice, signal, session.id))) return;
    this.dispatch({ type: "confirmed" });
    const { added, changed, removed } = await folder.plan.ask("changes", { sessionId: session.id });
    if (signal.aborted || added + changed + removed > 0) return;
    if (target.replacesId === null) await this.upload(target);
    else await this.compare(target);
  }

  /** Makes the map of an unfinished upload that has every byte on the server. */
  async publishStored(session: FolderSession, target: UploadTarget): Promise<void> {
    const { signal } = this.begin();
    this.forgetChoice();
    const folder = new ChosenFolder();
    this.folder = folder;
    this.session = { ...session, target };
    this.dispatch({ type: "prepared", target });
    await folder.plan.ask("restore", { sessionId: session.id });
    const addresses = (await listProgress(session.id)).map(({ packId, uploadUrl }): [string, string] => [packId, uploadUrl]);
    if (signal.aborted) return;
    const name = session.folderName ?? target.projectName;
    const { fileCount, byteCount } = session;
    this.dispatch({ type: "uploadStarted", target, shipment: { name, fileCount, byteCount, chunkCount: 0 }, at: performance.now() });
    await this.publish(this.session, toUploadIds(addresses), signal);
  }

  /** Finds out what of the folder is not in the map that it is to replace. */
  async compare(target: UploadTarget): Promise<void> {
    const { folder } = this;
    if (!folder || target.replacesId === null) return;
    const { signal } = this.begin();
    this.dispatch({ type: "comparing", target });
    try {
      const onProgress = (progress: { hashedBytes: number; bytesToHash: number }) =>
        this.dispatch({ type: "compareProgressed", ...progress });
      this.comparison = await compareFolder(await folder.mapFiles(), target.replacesId, onProgress, signal);
      if (!signal.aborted) this.dispatch({ type: "compared", comparison: this.comparison });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof CompareError ? error.message : "The folder could not be compared with the map. Please try again.";
      this.dispatch({ type: "failed", message });
    }
  }

  /** Sends what was chosen, or what of it differs from the map that it replaces, from where an earlier upload of it stopped. */
  async upload(target: UploadTarget): Promise<void> {
    const { folder, comparison } = this;
    if (!folder) return;
    // Without it, what is sent would be taken for the whole map.
    if (target.replacesId !== null && !comparison) return this.compare(target);
    const { signal } = this.begin();
    this.dispatch({ type: "prepared", target });
    try {
      const { isPacked } = readPacking(window.sessionStorage);
      const session = await this.sessionFor(folder, target);
      if (comparison) await folder.plan.only([...comparison.added, ...comparison.changed]);
      const list = await folder.plan.ask("plan", { sessionId: session.id, isPacked });
      void discardUploads(browserHost, list.dropped);
      if (!signal.aborted) await this.send(folder, session, list, signal);
    } catch {
      if (!signal.aborted) this.dispatch({ type: "failed", message: processMessages.tryAgain });
    }
  }

  /** Tells the person that what they asked for cannot be done, and changes nothing. */
  warn(text: string): void {
    this.dispatch({ type: "noticed", notice: { kind: "error", text } });
  }

  async pause(): Promise<void> {
    try {
      await this.sending?.pause();
    } catch {
      this.warn("Failed to pause upload");
    }
  }

  resume(): void {
    try {
      this.sending?.resume();
    } catch {
      this.warn("Failed to resume upload");
    }
  }

  /** Ends it for good: nothing of it is kept, here or on the server. */
  cancel(): void {
    this.work.abort();
    void this.sending?.cancel();
    if (this.sending && this.session) void forgetSession(this.session.id);
    this.sending = null;
    this.forgetChoice();
    this.dispatch({ type: "cancelled" });
  }

  /** Ends what runs here. What has been sent stays on the server, and what is being published goes on there. */
  leave(): void {
    this.work.abort();
    void this.sending?.stop();
    this.sending = null;
    this.forgetChoice();
  }

  private forgetChoice(): void {
    this.folder?.close();
    this.folder = null;
    this.session = null;
    this.comparison = null;
  }

  private begin(): AbortController {
    this.work.abort();
    void this.sending?.stop();
    this.sending = null;
    this.work = new AbortController();
    return this.work;
  }

  /** @param sessionId of an unfinished upload that the folder is compared with. @returns false when it cannot be uploaded */
  private async read(folder: ChosenFolder, choice: Choice, signal: AbortSignal, sessionId: string | null = null): Promise<boolean> {
    this.dispatch({ type: "chosen", name: choice.folderName });
    const onProgress = (filesRead: number) => this.dispatch({ type: "filesRead", filesRead });
    try {
      const { selection, remark } = await folder.add(choice, { onProgress, signal });
      const changes = sessionId === null ? null : await folder.plan.ask("changes", { sessionId });
      if (signal.aborted) return false;
      this.comparison = null;
      this.dispatch({ type: "checked", selection: { ...selection, changes } });
      if (remark !== null) this.warn(remark);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      // What was chosen before cannot be told from this any more.
      this.forgetChoice();
      this.dispatch({ type: "refused", message: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  private async sessionFor(folder: ChosenFolder, target: UploadTarget): Promise<FolderSession> {
    const known = this.session ?? (await findSession(this.accountId, folder.folderName, target.safeName));
    return { ...(known ?? newSession(this.accountId, target, folder)), target, handle: folder.handle ?? known?.handle ?? null };
  }

  private async send(folder: ChosenFolder, planned: FolderSession, { packs }: PackList, signal: AbortSignal): Promise<void> {
    const fileCount = packs.reduce((sum, { files }) => sum + files.length, 0);
    const byteCount = packs.reduce((sum, { size }) => sum + size, 0);
    const session = { ...planned, fileCount, byteCount, packCount: packs.length };
    this.session = session;
    const name = folder.folderName ?? session.target.projectName;
    const shipment: Shipment = { name, fileCount, byteCount, chunkCount: countChunks(packs) };
    const { uploadsAtATime } = readPacking(window.sessionStorage);
    const sending = new FolderSending({ session, name, packs, uploadsAtATime }, folder, {
      onLink: (link) => this.dispatch({ type: "linkChanged", link, at: performance.now() }),
      onTotals: (totals) => this.dispatch({ type: "totalsChanged", totals, at: performance.now() }),
      onRestart: () => this.dispatch({ type: "noticed", notice: { kind: "info", text: RESTART_MESSAGE } }),
      onDone: (uploadIds) => void this.publish(session, uploadIds, signal),
      onFailed: (file, reason) => this.fail(`Upload failed for ${file ?? name}: ${reason}`, file !== null),
    });
    this.sending = sending;
    this.dispatch({ type: "uploadStarted", target: session.target, shipment, at: performance.now() });
    if (!(await sending.start(signal)) && !signal.aborted) this.fail("This upload is already running in another tab.");
  }

  /** @param isOutdated what was chosen cannot be read any more: the person has to choose it again to go on */
  private fail(message: string, isOutdated = false): void {
    if (isOutdated) this.forgetChoice();
    this.dispatch({ type: isOutdated ? "outdated" : "failed", message });
    showDesktopNotice({ title: "Upload failed", body: message, href: "/projects?mode=upload" });
  }

  /** From the uploads to the map. */
  private async publish(session: FolderSession, uploadIds: ReadonlyMap<string, string>, signal: AbortSignal): Promise<void> {
    const { folder, comparison } = this;
    if (!folder) return;
    this.dispatch({ type: "processingStarted" });
    await keepSession({ ...session, isHandedOver: true });
    const outcome = await publishFolder(
      { host: browserHost, writeList: (input) => folder.plan.ask("list", input), session, comparison, uploadIds },
      {
        onLink: (link: UploadLink) => this.dispatch({ type: "linkChanged", link, at: performance.now() }),
        onTaken: () => void forgetSession(session.id),
        onExtracting: () => this.dispatch({ type: "extractionStarted" }),
        onExtraction: (progress) => this.dispatch({ type: "extractionProgressed", progress }),
      },
      signal,
    );
    if (outcome.kind === "left") return;
    if (outcome.kind === "failed") {
      await keepSession({ ...session, isHandedOver: false });
      return this.fail(outcome.message);
    }
    this.forgetChoice();
    this.dispatch({ type: "completed", map: outcome.map });
    showDesktopNotice({ title: session.target.projectName, body: `${session.target.projectName} is online.`, href: "/projects" });
  }
}
