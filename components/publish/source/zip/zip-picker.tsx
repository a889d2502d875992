"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { type ChosenFile, pickZipFile, withoutHandles } from "./chosen-zip";

interface FilePickerProps {
  onFiles: (files: ChosenFile[]) => void;
  label: string;
  variant?: "primary" | "secondary";
  size?: "small" | "medium";
}

/** A button that opens the browser's file chooser: the one that gives handles, else the plain one. */
export function FilePicker({ onFiles, label, variant = "primary", size = "medium" }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);

  async function pick() {
    const files = await pickZipFile();
    if (files === null) input.current?.click();
    else if (files.length > 0) onFiles(files);
  }

  return (
    <>
      <Button variant={variant} size={size} onClick={() => void pick()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => {
          const files = withoutHandles(event.target.files ?? []);
          // The same file again must be a change again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
