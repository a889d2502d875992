"use client";

import { FileArchive } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useDropsNowhereElse } from "@/components/shared/use-drops-nowhere-else";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** What the button says. */
  label: string;
  children?: ReactNode;
}

/** Takes a ZIP: dropped anywhere on it, or chosen with its button. */
export function DropZone({ onFiles, label, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  useDropsNowhereElse();

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles(Array.from(event.dataTransfer.files));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the pointer; the button inside does the same for everybody
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      onDragEnter={() => setIsOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={drop}
      className={classNames(
        "grid min-h-80 sm:min-h-94 content-center justify-items-center gap-4 rounded-lg border border-line-strong border-dashed bg-surface px-6 py-8 text-center transition-colors",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      <span
        className={classNames(
          "grid size-14 place-items-center rounded-xl border bg-raised text-ink-muted shadow-low transition-transform",
          isOver && "-translate-y-1 border-accent text-accent-ink",
        )}
      >
        <FileArchive aria-hidden className="size-6" />
      </span>
      <div className="grid gap-1">
        <p className="font-medium text-lg">{isOver ? "Drop it to check it" : "Drop a ZIP file here"}</p>
        <div className="text-ink-muted">{children}</div>
      </div>
      <FilePicker onFiles={onFiles} label={label} />
    </div>
  );
}

interface FilePickerProps {
  onFiles: (files: File[]) => void;
  label: string;
  variant?: "primary" | "secondary";
  size?: "small" | "medium";
}

/** A button that opens the browser's file chooser. */
export function FilePicker({ onFiles, label, variant = "primary", size = "medium" }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} size={size} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          // The same file again must be a change again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
