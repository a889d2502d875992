"use client";

import { History } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { FilePicker } from "./drop-zone";
import type { StoredUpload } from "./stored-uploads";
import { percentOf } from "./transfer-figures";
import type { UnfinishedUpload } from "./use-unfinished-uploads";

interface UnfinishedListProps {
  uploads: readonly UnfinishedUpload[];
  /** The person chose a file to go on with. */
  onContinue: (stored: StoredUpload, files: File[]) => void;
  /** Every byte is there; only the project is still to be made. */
  onPublish: (stored: StoredUpload) => void;
  onDiscard: (stored: StoredUpload) => void;
}

/** Uploads that were begun in this browser and not finished. */
export function UnfinishedList({ uploads, onContinue, onPublish, onDiscard }: UnfinishedListProps) {
  if (uploads.length === 0) return null;
  return (
    <section aria-label="Unfinished uploads" className="grid gap-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <History aria-hidden className="size-4 text-ink-muted" />
        Unfinished Uploads
      </h3>
      <ul className="grid divide-y rounded-lg border bg-raised shadow-low">
        {uploads.map(({ stored, bytes }) => (
          <li key={stored.uploadUrl} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
            <div className="grid min-w-56 flex-1 gap-1.5">
              <p className="wrap-anywhere">
                An unfinished upload of <b className="font-medium">{stored.file.name}</b> for{" "}
                <b className="font-medium">{stored.target.projectName}</b>
                {bytes === null ? null : ` (${percentOf(bytes, stored.file.size)} %)`}
              </p>
              {bytes === null ? null : (
                <Progress
                  label={`Uploaded of ${stored.file.name}`}
                  value={percentOf(bytes, stored.file.size)}
                  tone="warning"
                  className="h-1 max-w-md"
                />
              )}
              <p className="text-ink-muted text-sm tabular-nums">{hintOf(stored, bytes)}</p>
            </div>
            <div className="flex gap-2">
              <Button variant="ghost" size="small" onClick={() => onDiscard(stored)}>
                Discard
              </Button>
              {bytes === stored.file.size ? (
                <Button size="small" onClick={() => onPublish(stored)}>
                  Continue
                </Button>
              ) : (
                <FilePicker size="small" variant="secondary" label="Continue" onFiles={(files) => onContinue(stored, files)} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hintOf({ file }: StoredUpload, bytes: number | null): string {
  if (bytes === file.size) return "Every byte is on the server; the project is still to be made.";
  const sent = bytes === null ? formatBytes(file.size) : `${formatBytes(bytes)} of ${formatBytes(file.size)}`;
  return `${sent}. To continue, choose the same file again.`;
}
