"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { percentOf } from "../progress/transfer-stats";
import { FilesPicker, FolderPicker } from "../source/folder/folder-pickers";
import { ZipPicker } from "../source/zip/zip-picker";
import type { UnfinishedUpload } from "./database";
import { useContinue } from "./use-continue";
import type { ListedUpload } from "./use-unfinished-uploads";

interface UnfinishedRowsProps {
  accountId: string;
  uploads: readonly ListedUpload[];
  onDiscard: (upload: UnfinishedUpload) => void;
}

export function UnfinishedRows({ accountId, uploads, onDiscard }: UnfinishedRowsProps) {
  const [discarded, setDiscarded] = useState<UnfinishedUpload | null>(null);
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
          if (discarded) onDiscard(discarded);
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
  const { reopen, publish, ...choose } = useContinue(accountId);
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
  if (upload.source === "zip") return <ZipPicker {...look} onFiles={([chosen]) => chosen && chooseZip(upload, chosen)} />;
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
