"use client";

import { useState } from "react";
import type { ChosenFile } from "@/components/publish/source/zip/chosen-zip";
import { UnfinishedSection } from "@/components/transfer/unfinished-section";
import type { StoredUpload } from "./stored-uploads";
import { UnfinishedItem } from "./unfinished-item";
import type { UnfinishedUpload } from "./use-unfinished-uploads";

interface UnfinishedListProps {
  uploads: readonly UnfinishedUpload[];
  /** The person chose a file to go on with. */
  onContinue: (stored: StoredUpload, files: ChosenFile[]) => void;
  onReopen: (stored: StoredUpload, handle: FileSystemFileHandle) => void;
  /** Every byte is there; only the project is still to be made. */
  onPublish: (stored: StoredUpload) => void;
  onDiscard: (stored: StoredUpload) => void;
}

/** Uploads that were begun in this browser and not finished. */
export function UnfinishedList({ uploads, onContinue, onReopen, onPublish, onDiscard }: UnfinishedListProps) {
  const [doubted, setDoubted] = useState<StoredUpload | null>(null);
  if (uploads.length === 0) return null;
  return (
    <UnfinishedSection
      doubted={doubted?.file.name ?? null}
      onDiscard={() => {
        if (doubted) onDiscard(doubted);
        setDoubted(null);
      }}
      onKeep={() => setDoubted(null)}
    >
      {uploads.map(({ stored, bytes, handle }) => (
        <UnfinishedItem
          key={stored.uploadUrl}
          stored={stored}
          bytes={bytes}
          handle={handle}
          onContinue={(files) => onContinue(stored, files)}
          onReopen={(known) => onReopen(stored, known)}
          onPublish={() => onPublish(stored)}
          onDiscard={() => setDoubted(stored)}
        />
      ))}
    </UnfinishedSection>
  );
}
