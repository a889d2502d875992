"use client";

import { X } from "lucide-react";
import { useId, useState } from "react";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { FailurePanel } from "@/components/shared/failure-panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { RowButton } from "@/components/shared/list/row-button";
import { serverMessage } from "@/components/shared/request-json";
import { oldestLoad } from "@/components/shared/stale/load-times";
import { formatModified } from "@/components/shared/time/format-date";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type UnfinishedUpload, unfinishedUploadsSchema } from "@/lib/imports/uploads/schema";

const UPLOADS_PATH = "/api/superadmin/uploads";

const nameOf = ({ filename }: UnfinishedUpload) => filename || "Upload without a name";

function UploadRow({ upload, onCancel }: { upload: UnfinishedUpload; onCancel: () => void }) {
  const { owner, received, length, createdAt, expiresAt } = upload;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p>
          <bdi className="wrap-anywhere font-medium">{nameOf(upload)}</bdi>
        </p>
        <p className="text-sm">
          <bdi className="wrap-anywhere">{owner?.name ?? "Unknown"}</bdi>
          {owner ? <bdi className="wrap-anywhere text-ink-muted"> · {owner.email}</bdi> : null}
        </p>
        <ul className="flex flex-wrap gap-x-4 text-ink-muted text-sm tabular-nums">
          <li>
            {formatBytes(received)} of {formatBytes(length)}
          </li>
          <li>
            Started <time dateTime={createdAt}>{formatModified(createdAt)}</time>
          </li>
          <li>
            Expires <time dateTime={expiresAt}>{formatModified(expiresAt)}</time>
          </li>
        </ul>
      </div>
      <RowButton icon={X} label="Cancel" about={nameOf(upload)} onClick={onCancel} />
    </li>
  );
}

export function useUnfinishedUploads() {
  const { data, error, isValidating, mutate } = useJson(UPLOADS_PATH, unfinishedUploadsSchema);
  // On failure the section shows the message.
  const refresh = async () => void (await mutate().catch(() => undefined));
  return { data, error, isBusy: isValidating, refresh };
}

const SHOWN = 6;

interface UnfinishedUploadsProps {
  list: ReturnType<typeof useUnfinishedUploads>;
  reload: () => Promise<void>;
}

/** The uploads of all accounts that reserve space. */
export function UnfinishedUploads({ list: { data, error, isBusy, refresh }, reload }: UnfinishedUploadsProps) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<UnfinishedUpload | null>(null);
  const { uploads = [], total = 0 } = data ?? {};
  return (
    <Card aria-labelledby={heading} className="p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="font-medium">
          Unfinished Uploads
        </h2>
        <p className="text-ink-muted text-sm tabular-nums">
          {total > uploads.length ? `The newest ${uploads.length} of ${total.toLocaleString("en-US")}` : null}
        </p>
      </div>
      {error ? (
        <FailurePanel
          error={error}
          message={serverMessage(error, "Failed to load unfinished uploads")}
          isBusy={isBusy}
          onRetry={() => void refresh()}
          isLine
          updatedAt={oldestLoad([UPLOADS_PATH])}
        />
      ) : null}
      {uploads.length > 0 ? (
        <ul className="divide-y">
          {(isWhole ? uploads : uploads.slice(0, SHOWN)).map((upload) => (
            <UploadRow key={upload._id} upload={upload} onCancel={() => setAsked(upload)} />
          ))}
        </ul>
      ) : null}
      {uploads.length > SHOWN ? (
        <Button variant="link" size="inline" className="mt-3" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${uploads.length}`}
        </Button>
      ) : null}
      {uploads.length === 0 && !error ? (
        <p className="text-ink-muted">{data ? "No account has an unfinished upload." : "Loading unfinished uploads..."}</p>
      ) : null}
      {asked ? (
        <DeleteDialog
          title="Cancel the upload?"
          name={nameOf(asked)}
          path={`${UPLOADS_PATH}/${asked._id}`}
          deletedMessage="Upload cancelled"
          failedMessage="Failed to cancel the upload"
          words={{ confirm: "Cancel Upload", busy: "Cancelling...", cancel: "Keep Uploading" }}
          reload={reload}
          onClose={() => setAsked(null)}
        >
          What <bdi>{asked.owner?.name ?? "an unknown account"}</bdi> has sent of{" "}
          <bdi className="font-medium text-ink">{nameOf(asked)}</bdi> will be deleted from the server.
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
