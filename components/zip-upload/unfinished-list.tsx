"use client";

import { History } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import type { StoredUpload } from "./stored-uploads";
import { UnfinishedItem } from "./unfinished-item";
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
  const [doubted, setDoubted] = useState<StoredUpload | null>(null);
  if (uploads.length === 0) return null;
  return (
    <section aria-label="Unfinished uploads" className="grid gap-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <History aria-hidden className="size-4 text-ink-muted" />
        Unfinished Uploads
      </h3>
      <ul className="grid divide-y rounded-lg border bg-raised shadow-low">
        {uploads.map(({ stored, bytes }) => (
          <UnfinishedItem
            key={stored.uploadUrl}
            stored={stored}
            bytes={bytes}
            onContinue={(files) => onContinue(stored, files)}
            onPublish={() => onPublish(stored)}
            onDiscard={() => setDoubted(stored)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doubted !== null}
        title="Discard the upload?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        onConfirm={() => doubted && onDiscard(doubted)}
        onCancel={() => setDoubted(null)}
      >
        What has been sent of {doubted?.file.name} will be deleted from the server. This action cannot be undone.
      </ConfirmDialog>
    </section>
  );
}
