"use client";

import { useState } from "react";
import { percentOf } from "@/components/publish/progress/transfer-figures";
import type { Choice } from "@/components/publish/source/folder/choose";
import { FilesPicker, FolderPicker } from "@/components/publish/source/folder/folder-pickers";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { FolderSession } from "./sessions/folder-database";
import type { UnfinishedFolder } from "./use-unfinished-folders";

/** What was chosen, as the person calls it. */
export function nameOf({ folderName, fileCount }: FolderSession): string {
  return folderName ?? `${fileCount.toLocaleString("en-US")} ${fileCount === 1 ? "file" : "files"}`;
}

interface UnfinishedFolderItemProps {
  folder: UnfinishedFolder;
  onContinue: (choice: Choice) => void;
  /** Goes on with the folder that its handle opens. @returns false when it has to be chosen after all */
  onReopen: (handle: FileSystemDirectoryHandle) => Promise<boolean>;
  onPublish: () => void;
  onDiscard: () => void;
}

/** One unfinished upload: what of it the server has, and what can be done with it. */
export function UnfinishedFolderItem({ folder, onContinue, onReopen, onPublish, onDiscard }: UnfinishedFolderItemProps) {
  const { session, bytes, isSent } = folder;
  const { target, handle, byteCount } = session;
  const [isClosed, setIsClosed] = useState(false);
  const known = isClosed ? null : handle;
  const percent = isSent ? 100 : percentOf(bytes, byteCount);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="grid min-w-56 flex-1 gap-1.5">
        <p className="wrap-anywhere">
          An unfinished upload of <b className="font-medium">{nameOf(session)}</b> for <b className="font-medium">{target.projectName}</b> (
          {percent} %)
        </p>
        <Progress label={`Sent of ${nameOf(session)}`} value={percent} tone="warning" className="h-1 max-w-md" />
        <p className="text-ink-muted text-sm tabular-nums">{hintOf(folder, known !== null)}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
        {isSent || known ? (
          <Button
            size="small"
            variant={isSent ? "primary" : "secondary"}
            onClick={() => {
              if (isSent || !known) onPublish();
              else void onReopen(known).then((isOpen) => setIsClosed(!isOpen));
            }}
          >
            Continue
          </Button>
        ) : (
          <ChooseAgain session={session} onContinue={onContinue} />
        )}
      </div>
    </li>
  );
}

function ChooseAgain({ session, onContinue }: { session: FolderSession; onContinue: (choice: Choice) => void }) {
  const Picker = session.folderName === null ? FilesPicker : FolderPicker;
  return <Picker size="small" variant="secondary" label="Continue" onChoose={onContinue} />;
}

function hintOf({ session, bytes, isSent }: UnfinishedFolder, isKnown: boolean): string {
  if (isSent) return "Every byte is on the server; the project is still to be made.";
  const sent = `${formatBytes(bytes)} of ${formatBytes(session.byteCount)}`;
  if (isKnown) return `${sent}. It goes on without choosing the folder again.`;
  return `${sent}. To continue, choose the same ${session.folderName === null ? "files" : "folder"} again.`;
}
