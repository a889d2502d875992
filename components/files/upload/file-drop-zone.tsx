"use client";

import { CloudUpload } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { chooseDrop, hasFiles } from "@/components/file-upload/choose-drop";
import type { UploadChoice, UploadKind } from "@/components/file-upload/upload-state";
import { useDropsNowhereElse } from "@/components/shared/use-drops-nowhere-else";
import { classNames } from "@/components/ui/class-names";

interface FileDropZoneProps {
  /** Folder that is open; "" is the top. */
  targetPath: string;
  /** How the person knows that folder. */
  targetName: string;
  /** Files or folders were dropped, on the listing or on an element with `data-drop-path`: a folder in it. */
  onDrop: (choice: UploadChoice, kind: UploadKind, targetPath: string) => void;
  className?: string;
  children: ReactNode;
}

interface Place {
  path: string;
  name: string;
}

/** The folder below the pointer, if the listing has marked one. */
function folderBelow(target: EventTarget): Place | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-drop-path]") : null;
  const path = element?.dataset["dropPath"];
  return path ? { path, name: path.split("/").at(-1) ?? path } : null;
}

/** Takes files and folders from the desktop. What is dragged within the page is none of its business. */
export function FileDropZone({ targetPath, targetName, onDrop, className, children }: FileDropZoneProps) {
  const [over, setOver] = useState<Place | null>(null);
  useDropsNowhereElse();
  const placeOf = (event: DragEvent) => folderBelow(event.target) ?? { path: targetPath, name: targetName };

  function drop(event: DragEvent<HTMLDivElement>) {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(null);
    const dropped = chooseDrop(event.dataTransfer);
    if (dropped) onDrop(dropped.choice, dropped.kind, placeOf(event).path);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the pointer; the upload buttons do the same for everybody
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      className={classNames("relative", className)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        const place = placeOf(event);
        if (over?.path !== place.path) setOver(place);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null);
      }}
      onDrop={drop}
    >
      {children}
      {over ? <DropSign name={over.name} /> : null}
    </div>
  );
}

/** Over the listing, which stays readable: the name in it changes with the folder below the pointer. */
function DropSign({ name }: { name: string }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 grid place-items-end justify-center rounded-lg border-2 border-accent border-dashed bg-accent/8 p-6">
      <p className="flex max-w-full items-center gap-2.5 rounded-lg bg-raised px-4 py-2.5 font-medium shadow-pop">
        <CloudUpload aria-hidden className="size-4 shrink-0 text-accent-ink" />
        <span className="wrap-anywhere">
          Drop to upload into <bdi>“{name}”</bdi>
        </span>
      </p>
    </div>
  );
}
