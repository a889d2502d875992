"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { formatBytes } from "@/components/shared/format-bytes";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import { nameMessages } from "@/lib/upload-client/check-name";
import type { UploadTarget } from "@/lib/upload-client/target";
import type { FolderSource } from "../controller/folder-source";
import type { UploadController } from "../controller/upload-controller";
import type { ZipSource } from "../controller/zip-source";
import { percentOf } from "../progress/transfer-stats";
import { type Choice, choiceOfHandle } from "../source/folder/reading";
import { FilesPicker, FolderPicker, ZipPicker } from "../source/pickers";
import { reopenFile } from "../source/zip/chosen-zip";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { emptyDraft, useProjectDraft } from "../target/project-draft";
import { folderRules, settleStoredTarget, zipRules } from "../target/settle-target";
import { labelOf, newFolderUpload, newZipUpload } from "../tray/upload-kinds";
import { beginUpload } from "../tray/upload-list";
import type { UnfinishedFolder, UnfinishedUpload, UnfinishedZip } from "./database";
import { isSameFile } from "./find-upload";
import type { ListedUpload } from "./use-unfinished-uploads";

interface UnfinishedRowsProps {
  accountId: string;
  uploads: readonly ListedUpload[];
  /** @throws Error with a message for the user */
  onDiscard: (upload: UnfinishedUpload) => Promise<void>;
}

export function UnfinishedRows({ accountId, uploads, onDiscard }: UnfinishedRowsProps) {
  const [discarded, setDiscarded] = useState<UnfinishedUpload | null>(null);
  const { showBanner } = useBanner();
  const refuse = (error: unknown) => showBanner({ tone: "error", message: error instanceof Error ? error.message : String(error) });
  return (
    <>
      {uploads.map((listed) => (
        <UnfinishedRow key={listed.upload.id} accountId={accountId} listed={listed} onDiscard={() => setDiscarded(listed.upload)} />
      ))}
      <ConfirmDialog
        isOpen={discarded !== null}
        title="Discard the upload?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        onConfirm={() => {
          if (discarded) onDiscard(discarded).catch(refuse);
          setDiscarded(null);
        }}
        onCancel={() => setDiscarded(null)}
      >
        What has been sent of {discarded ? nameOf(discarded) : null} will be deleted from the server. This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function UnfinishedRow({ accountId, listed, onDiscard }: { accountId: string; listed: ListedUpload; onDiscard: () => void }) {
  const { upload, bytes, isSent } = listed;
  const [isClosed, setIsClosed] = useState(false);
  const [newName, setNewName] = useState<string | null>(null);
  const onNameTaken = () => setNewName((typed) => typed ?? upload.target.projectName);
  const { reopen, publish, ...choose } = useContinue(accountId, newName, onNameTaken);
  const canReopen = upload.handle !== null && !isClosed;
  const percent = percentSent(listed);
  const name = nameOf(upload);
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <p className="wrap-anywhere">
        An unfinished upload of <b className="font-medium">{name}</b> for <b className="font-medium">{upload.target.projectName}</b>
        {percent === null ? null : ` (${percent} %)`}
      </p>
      {percent === null ? null : <Progress label={`Sent of ${name}`} value={percent} tone="warning" className="h-1" />}
      {newName === null ? null : (
        <Field label="Project Name" error={nameMessages.taken}>
          {(control) => (
            <Input {...control} value={newName} maxLength={PROJECT_NAME_MAX} onChange={({ target }) => setNewName(target.value)} />
          )}
        </Field>
      )}
      <p className="text-ink-muted text-sm tabular-nums">{isSent ? SENT_HINT : hintOf(upload, bytes, canReopen)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
        {isSent || canReopen ? (
          <Button
            size="small"
            variant={isSent ? "primary" : "secondary"}
            onClick={() => {
              if (isSent) publish(upload);
              else void reopen(upload).then((isOpen) => setIsClosed(!isOpen));
            }}
          >
            Continue
          </Button>
        ) : (
          <ContinuePicker upload={upload} {...choose} />
        )}
      </div>
    </li>
  );
}

type Choosing = Pick<ReturnType<typeof useContinue>, "chooseZip" | "chooseFolder">;

function ContinuePicker({ upload, chooseZip, chooseFolder }: Choosing & { upload: UnfinishedUpload }) {
  const look = { size: "small", variant: "secondary", label: "Continue" } as const;
  if (upload.source === "zip") return <ZipPicker {...look} onFiles={([chosen]) => chosen && void chooseZip(upload, chosen)} />;
  const Picker = upload.name === null ? FilesPicker : FolderPicker;
  return <Picker {...look} onChoose={(choice) => chooseFolder(upload, choice)} />;
}

const SENT_HINT = "Every byte is on the server; the project is still to be made.";

function percentSent({ upload, bytes, isSent }: ListedUpload): number | null {
  if (isSent) return 100;
  return bytes === null ? null : percentOf(bytes, upload.byteCount);
}

function hintOf(upload: UnfinishedUpload, bytes: number | null, canReopen: boolean): string {
  const sent = bytes === null ? formatBytes(upload.byteCount) : `${formatBytes(bytes)} of ${formatBytes(upload.byteCount)}`;
  const container = upload.source === "zip" ? "file" : "folder";
  if (canReopen) return `${sent}. It goes on without choosing the ${container} again.`;
  return `${sent}. To continue, choose the same ${upload.name === null ? "files" : container} again.`;
}

function nameOf({ name, fileCount }: UnfinishedUpload): string {
  return name ?? `${fileCount.toLocaleString("en-US")} ${fileCount === 1 ? "file" : "files"}`;
}

/**
 * Continues unfinished uploads in the tray. A folder opens its screen, because it may have changed since.
 * @param newName for a new project whose name another project has taken
 */
function useContinue(accountId: string, newName: string | null, onNameTaken: () => void) {
  const router = useRouter();
  const { showBanner } = useBanner();
  const [draft] = useProjectDraft();
  const warn = (message: string) => showBanner({ tone: "error", message, timeout: NOTICE_MS });

  /** @param work of an upload to the confirmed target */
  async function proceed<Source extends ZipSource | FolderSource>(
    { target, source }: UnfinishedUpload,
    upload: UploadController<Source>,
    work: (target: UploadTarget) => Parameters<UploadController<Source>["run"]>[0],
  ): Promise<void> {
    const rules = source === "zip" ? zipRules : folderRules;
    const renamed = newName === null ? (draft ?? emptyDraft) : { name: newName, description: target.description };
    const settled = await settleStoredTarget(target, { kind: "new", draft: renamed }, rules);
    if (settled === nameMessages.taken) return onNameTaken();
    if (typeof settled === "string") return warn(settled);
    const label = labelOf(upload, settled);
    beginUpload(upload, label, work(settled));
    if (source === "folder") router.push(label.href);
  }

  async function chooseZip(stored: UnfinishedZip, chosen: ChosenZip): Promise<void> {
    if (await isSameFile(stored, chosen.file)) {
      void proceed(stored, newZipUpload(accountId), (to) => (zip, job) => zip.continueUpload(stored, chosen, to, job));
    } else warn(`This is not the same file. Please choose ${stored.name} as it was when the upload began.`);
  }

  function chooseFolder(stored: UnfinishedFolder, choice: Choice): void {
    if (choice.folderName === stored.name) {
      void proceed(stored, newFolderUpload(accountId), (to) => (folder, job) => folder.continueUpload(stored, to, choice, job));
    } else if (stored.name === null) {
      warn(`These are not the same files. Please choose all ${stored.fileCount.toLocaleString("en-US")} of them again.`);
    } else warn(`This is not the same folder. Please choose ${stored.name} again.`);
  }

  /** Opens the source by its handle. @returns false when the user must choose it again */
  async function reopen(stored: UnfinishedUpload): Promise<boolean> {
    if (stored.source === "zip") {
      const file = stored.handle && (await reopenFile(stored.handle));
      if (file) await chooseZip(stored, { file, handle: stored.handle });
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
    if (stored.source === "zip") void proceed(stored, newZipUpload(accountId), (to) => (zip, job) => zip.publishStored(stored, to, job));
    else void proceed(stored, newFolderUpload(accountId), (to) => (folder, job) => folder.publishStored(stored, to, job));
  }

  return { chooseZip, chooseFolder, reopen, publish };
}
