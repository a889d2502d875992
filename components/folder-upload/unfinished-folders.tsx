"use client";

import { useState } from "react";
import type { Choice } from "@/components/publish/source/folder/choose";
import { UnfinishedSection } from "@/components/transfer/unfinished-section";
import type { FolderSession } from "./sessions/folder-database";
import { nameOf, UnfinishedFolderItem } from "./unfinished-folder-item";
import type { UnfinishedFolder } from "./use-unfinished-folders";

interface UnfinishedFoldersProps {
  folders: readonly UnfinishedFolder[];
  /** The person chose a folder to go on with. */
  onContinue: (session: FolderSession, choice: Choice) => void;
  /** @returns false when the folder has to be chosen after all */
  onReopen: (session: FolderSession, handle: FileSystemDirectoryHandle) => Promise<boolean>;
  /** Every byte is there; only the map is still to be made. */
  onPublish: (session: FolderSession) => void;
  onDiscard: (session: FolderSession) => void;
}

/** Uploads of folders that were begun in this browser and not finished. */
export function UnfinishedFolders({ folders, onContinue, onReopen, onPublish, onDiscard }: UnfinishedFoldersProps) {
  const [doubted, setDoubted] = useState<FolderSession | null>(null);
  if (folders.length === 0) return null;
  return (
    <UnfinishedSection
      doubted={doubted && nameOf(doubted)}
      onDiscard={() => {
        if (doubted) onDiscard(doubted);
        setDoubted(null);
      }}
      onKeep={() => setDoubted(null)}
    >
      {folders.map((folder) => (
        <UnfinishedFolderItem
          key={folder.session.id}
          folder={folder}
          onContinue={(choice) => onContinue(folder.session, choice)}
          onReopen={(handle) => onReopen(folder.session, handle)}
          onPublish={() => onPublish(folder.session)}
          onDiscard={() => setDoubted(folder.session)}
        />
      ))}
    </UnfinishedSection>
  );
}
