"use client";

import { CloudUpload } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { usePreventFileOpen } from "@/components/shared/use-prevent-file-open";
import { cn } from "@/components/ui/cn";
import { type Choice, choiceOfDrop, choiceOfList } from "@/components/upload/source/folder/reading";
import type { FolderTarget } from "./prepare-files";

interface FileDropZoneProps {
  targetPath: string;
  targetName: string;
  /** Called when the user drops files or folders on the listing, or on a folder in it (`data-drop-path`). */
  onDrop: (choice: Choice, target: FolderTarget) => void;
  className?: string;
  children: ReactNode;
}

interface DropTarget {
  path: string;
  name: string;
}

/** Returns true for a drag from outside of the page. Drags within the page have no files. */
const hasFiles = ({ types }: DataTransfer) => types.includes("Files");

/** Returns the dropped files, or null. Call it during the drop event, because the browser discards the data afterwards. */
function chooseDrop(dropped: DataTransfer): { choice: Choice; kind: FolderTarget["kind"] } | null {
  const items = Array.from(dropped.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry());
  // An image dragged from another program is a file without a path on disk.
  if (entries.some((entry) => entry === null)) {
    return dropped.files.length === 0 ? null : { choice: choiceOfList(dropped.files), kind: "files" };
  }
  if (entries.length === 0) return null;
  return { choice: choiceOfDrop(dropped), kind: entries.some((entry) => entry?.isDirectory) ? "folder" : "files" };
}

function folderBelow(target: EventTarget): DropTarget | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-drop-path]") : null;
  const path = element?.dataset["dropPath"];
  return path ? { path, name: path.split("/").at(-1) ?? path } : null;
}

export function FileDropZone({ targetPath, targetName, onDrop, className, children }: FileDropZoneProps) {
  const [over, setOver] = useState<DropTarget | null>(null);
  usePreventFileOpen();
  const targetOf = (event: DragEvent) => folderBelow(event.target) ?? { path: targetPath, name: targetName };

  function drop(event: DragEvent<HTMLDivElement>) {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(null);
    const dropped = chooseDrop(event.dataTransfer);
    if (dropped) onDrop(dropped.choice, { path: targetOf(event).path, kind: dropped.kind });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the upload buttons offer the same to keyboard users
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      className={cn("relative", className)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        const target = targetOf(event);
        if (over?.path !== target.path) setOver(target);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null);
      }}
      onDrop={drop}
    >
      {children}
      {over ? (
        <div className="pointer-events-none absolute inset-0 z-10 grid place-items-end justify-center rounded-lg border-2 border-accent border-dashed bg-accent/8 p-6">
          <p className="flex max-w-full items-center gap-2.5 rounded-lg bg-raised px-4 py-2.5 font-medium shadow-pop">
            <CloudUpload aria-hidden className="size-4 shrink-0 text-accent-ink" />
            <span className="wrap-anywhere">
              Drop to upload into <bdi>“{over.name}”</bdi>
            </span>
          </p>
        </div>
      ) : null}
    </div>
  );
}
