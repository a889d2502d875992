"use client";

import { useRouter } from "next/navigation";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner-provider";
import type { UploadTarget } from "@/lib/publish/target";
import { isSameFile } from "../controller/zip-source";
import { folderRules, zipRules } from "../screen/use-upload-actions";
import { type Choice, choiceOfHandle } from "../source/folder/choose";
import { type ChosenZip, reopenFile } from "../source/zip/chosen-zip";
import { emptyDraft, useProjectDraft } from "../target/project-draft";
import { settleStoredTarget } from "../target/settle-target";
import { type FolderUpload, labelOf, newFolderUpload, newZipUpload, type ZipUpload } from "../tray/upload-kinds";
import { beginUpload } from "../tray/upload-list";
import type { UnfinishedFolder, UnfinishedUpload, UnfinishedZip } from "./database";

/** Continues unfinished uploads in the tray. A folder opens its screen, because it may have changed since. */
export function useContinue(accountId: string) {
  const router = useRouter();
  const { showBanner } = useBanner();
  const [draft] = useProjectDraft();
  const warn = (message: string) => showBanner({ tone: "error", message, timeout: NOTICE_MS });

  /** @param begin starts the upload to the confirmed target */
  async function proceed({ target, source }: UnfinishedUpload, begin: (target: UploadTarget) => void): Promise<void> {
    const rules = source === "zip" ? zipRules : folderRules;
    const settled = await settleStoredTarget(target, { kind: "new", draft: draft ?? emptyDraft }, rules);
    if (typeof settled === "string") warn(settled);
    else begin(settled);
  }

  const continueZip = (stored: UnfinishedZip, work: (target: UploadTarget) => Parameters<ZipUpload["run"]>[0]) =>
    proceed(stored, (target) => {
      const upload = newZipUpload(accountId);
      beginUpload(upload, labelOf(upload, target), work(target));
    });

  const continueFolder = (stored: UnfinishedFolder, work: (target: UploadTarget) => Parameters<FolderUpload["run"]>[0]) =>
    proceed(stored, (target) => {
      const upload = newFolderUpload(accountId);
      const label = labelOf(upload, target);
      beginUpload(upload, label, work(target));
      router.push(label.href);
    });

  function chooseZip(stored: UnfinishedZip, chosen: ChosenZip): void {
    if (isSameFile(stored, chosen.file)) void continueZip(stored, (to) => (zip, job) => zip.continueUpload(stored, chosen, to, job));
    else warn(`This is not the same file. Please choose ${stored.name} as it was when the upload began.`);
  }

  function chooseFolder(stored: UnfinishedFolder, choice: Choice): void {
    if (choice.folderName === stored.name) {
      void continueFolder(stored, (to) => (folder, job) => folder.continueUpload(stored, to, choice, job));
    } else if (stored.name === null) {
      warn(`These are not the same files. Please choose all ${stored.fileCount.toLocaleString("en-US")} of them again.`);
    } else warn(`This is not the same folder. Please choose ${stored.name} again.`);
  }

  /** Opens the source by its handle. @returns false when the user must choose it again */
  async function reopen(stored: UnfinishedUpload): Promise<boolean> {
    if (stored.source === "zip") {
      const file = stored.handle && (await reopenFile(stored.handle));
      if (file) chooseZip(stored, { file, handle: stored.handle });
      else warn(`${stored.name} could not be opened. Please choose it again.`);
      return file !== null;
    }
    const { handle } = stored;
    const isGranted = (await handle?.requestPermission({ mode: "read" }).catch(() => "denied")) === "granted";
    if (handle && isGranted) chooseFolder(stored, choiceOfHandle(handle));
    else warn(`${stored.name ?? "The folder"} could not be opened. Please choose it again.`);
    return isGranted;
  }

  /** Publishes an upload whose bytes are all on the server. */
  function publish(stored: UnfinishedUpload): void {
    if (stored.source === "zip") void continueZip(stored, (to) => (zip, job) => zip.publishStored(stored, to, job));
    else void continueFolder(stored, (to) => (folder, job) => folder.publishStored(stored, to, job));
  }

  return { chooseZip, chooseFolder, reopen, publish };
}
