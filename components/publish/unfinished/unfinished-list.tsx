"use client";

import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { percentOf } from "../progress/transfer-stats";
import type { UnfinishedUpload, UploadOf, UploadSourceName } from "./database";
import { type ListedUpload, useUnfinishedUploads } from "./use-unfinished-uploads";

interface UnfinishedActions<Upload extends UnfinishedUpload> {
  /** Opens the source by its handle and continues. @returns false when the user must choose the source */
  onReopen: (upload: Upload) => Promise<boolean>;
  onPublish: (upload: Upload) => void;
  picker: (upload: Upload) => ReactNode;
}

interface UnfinishedListProps<Source extends UploadSourceName> extends UnfinishedActions<UploadOf<Source>> {
  accountId: string;
  source: Source;
  isShown: boolean;
}

export function UnfinishedList<Source extends UploadSourceName>(props: UnfinishedListProps<Source>) {
  const { accountId, source, isShown, ...actions } = props;
  const { uploads, discard } = useUnfinishedUploads(accountId, source, isShown);
  const [discarded, setDiscarded] = useState<UploadOf<Source> | null>(null);
  if (uploads.length === 0) return null;
  return (
    <section aria-label="Unfinished uploads" className="grid gap-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <History aria-hidden className="size-4 text-ink-muted" />
        Unfinished Uploads
      </h3>
      <ul className="grid divide-y rounded-lg border bg-raised shadow-low">
        {uploads.map((listed) => (
          <UnfinishedItem key={listed.upload.id} listed={listed} onDiscard={() => setDiscarded(listed.upload)} {...actions} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={discarded !== null}
        title="Discard the upload?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        onConfirm={() => {
          if (discarded) discard(discarded);
          setDiscarded(null);
        }}
        onCancel={() => setDiscarded(null)}
      >
        What has been sent of {discarded ? nameOf(discarded) : null} will be deleted from the server. This action cannot be undone.
      </ConfirmDialog>
    </section>
  );
}

interface UnfinishedItemProps<Upload extends UnfinishedUpload> extends UnfinishedActions<Upload> {
  listed: ListedUpload<Upload>;
  onDiscard: () => void;
}

function UnfinishedItem<Upload extends UnfinishedUpload>({ listed, onReopen, onPublish, onDiscard, picker }: UnfinishedItemProps<Upload>) {
  const { upload, bytes, isSent } = listed;
  const [isClosed, setIsClosed] = useState(false);
  const canReopen = upload.handle !== null && !isClosed;
  const percent = percentSent(listed);
  const name = nameOf(upload);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="grid min-w-56 flex-1 gap-1.5">
        <p className="wrap-anywhere">
          An unfinished upload of <b className="font-medium">{name}</b> for <b className="font-medium">{upload.target.projectName}</b>
          {percent === null ? null : ` (${percent} %)`}
        </p>
        {percent === null ? null : <Progress label={`Sent of ${name}`} value={percent} tone="warning" className="h-1 max-w-md" />}
        <p className="text-ink-muted text-sm tabular-nums">{isSent ? SENT_HINT : hintOf(upload, bytes, canReopen)}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
        {isSent || canReopen ? (
          <Button
            size="small"
            variant={isSent ? "primary" : "secondary"}
            onClick={() => {
              if (isSent) onPublish(upload);
              else void onReopen(upload).then((isOpen) => setIsClosed(!isOpen));
            }}
          >
            Continue
          </Button>
        ) : (
          picker(upload)
        )}
      </div>
    </li>
  );
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
