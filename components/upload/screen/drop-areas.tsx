"use client";

import { CloudUpload, FileArchive, FolderUp, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { usePreventFileOpen } from "@/components/shared/use-prevent-file-open";
import { cn } from "@/components/ui/cn";
import { type Choice, choiceOfDrop } from "../source/folder/reading";
import { FilesPicker, FolderPicker, ZipPicker } from "../source/pickers";
import { type ChosenZip, droppedFiles } from "../source/zip/dropped-zip";
import { type UploadMethod, uploadMethods } from "../source/zip/upload-method";

interface DropTargetProps {
  onDrop: (dropped: DataTransfer) => void;
  children: (isOver: boolean) => ReactNode;
}

export function DropTarget({ onDrop, children }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  usePreventFileOpen();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer shortcut; the buttons inside do the same with the keyboard
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      onDragEnter={() => setIsOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children(isOver)}
    </div>
  );
}

interface DropInvitationProps extends Pick<DropTargetProps, "onDrop"> {
  isLow?: boolean;
  icon: LucideIcon;
  title: string;
  titleOver: string;
  detail: ReactNode;
  children: ReactNode;
}

function DropInvitation({ isLow = false, icon: Icon, title, titleOver, detail, onDrop, children }: DropInvitationProps) {
  return (
    <DropTarget onDrop={onDrop}>
      {(isOver) => (
        <div
          className={cn(
            "grid content-center justify-items-center gap-4 rounded-lg border border-line-strong border-dashed bg-surface px-2 py-8 sm:px-6 text-center transition-colors",
            !isLow && "min-h-80 sm:min-h-94",
            isOver && "border-accent bg-accent-soft",
          )}
        >
          <span
            className={cn(
              "grid size-14 place-items-center rounded-xl border bg-raised text-ink-muted shadow-low transition-transform",
              isOver && "-translate-y-1 border-accent text-accent-ink",
            )}
          >
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="grid gap-1">
            <p className="font-medium text-lg">{isOver ? titleOver : title}</p>
            <div className="text-ink-muted">{detail}</div>
          </div>
          <div className="flex flex-wrap justify-center gap-2">{children}</div>
        </div>
      )}
    </DropTarget>
  );
}

const MAP_DATA = "map data: Shapefile, GeoPackage, GeoTIFF, GeoJSON, KML, CSV, DXF, PMTiles and others, in any projection";

interface NewProjectDropAreaProps {
  onDrop: (dropped: DataTransfer) => void;
  onZip: (files: ChosenZip[]) => void;
  onFolder: (choice: Choice) => void;
}

/** Takes everything that a project can be made of. */
export function NewProjectDropArea({ onDrop, onZip, onFolder }: NewProjectDropAreaProps) {
  return (
    <DropInvitation
      isLow
      icon={CloudUpload}
      title="Drop a ZIP file, a folder or map data here"
      titleOver="Drop it to check it"
      detail="It is checked before anything is sent, and the project gets its name."
      onDrop={onDrop}
    >
      <ZipPicker label="Choose ZIP File" variant="secondary" onFiles={onZip} />
      <FolderPicker label="Select Folder" variant="secondary" onChoose={onFolder} />
      <FilesPicker label="Select Files" onChoose={onFolder} />
    </DropInvitation>
  );
}

interface ZipDropAreaProps {
  method: UploadMethod;
  onFiles: (files: readonly ChosenZip[]) => void;
}

export function ZipDropArea({ method, onFiles }: ZipDropAreaProps) {
  const limit = formatBytes(uploadMethods[method].maxBytes).replace(".0", "");
  return (
    <DropInvitation
      icon={FileArchive}
      title="Drop a ZIP file here"
      titleOver="Drop it to check it"
      detail={
        <>
          <p>It is checked here before anything is sent. Up to {limit}, one file.</p>
          <p>It holds a site with index.html, or {MAP_DATA}.</p>
        </>
      }
      onDrop={(dropped) => void droppedFiles(dropped).then(onFiles)}
    >
      <ZipPicker onFiles={onFiles} label="Choose ZIP File" />
    </DropInvitation>
  );
}

export function takeDrop(dropped: DataTransfer, onChoose: (choice: Choice) => void): void {
  if (dropped.items.length > 0) onChoose(choiceOfDrop(dropped));
}

export function FolderDropArea({ onChoose }: { onChoose: (choice: Choice) => void }) {
  return (
    <DropInvitation
      icon={FolderUp}
      title="Drop a folder or files here"
      titleOver="Drop it to read it"
      detail={
        <>
          <p>Upload a folder that contains index.html, tiles and data. Up to 100 GB, 10,000,000 files and folders.</p>
          <p>Or {MAP_DATA}.</p>
        </>
      }
      onDrop={(dropped) => takeDrop(dropped, onChoose)}
    >
      <FolderPicker label="Select Folder" onChoose={onChoose} />
      <FilesPicker label="Select Files" onChoose={onChoose} />
    </DropInvitation>
  );
}
