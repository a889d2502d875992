"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { type ChosenZip, pickZipFile, withoutHandles } from "./chosen-zip";

interface ZipPickerProps {
  onFiles: (files: ChosenZip[]) => void;
  label: string;
  variant?: "primary" | "secondary";
  size?: "small" | "medium";
}

export function ZipPicker({ onFiles, label, variant = "primary", size = "medium" }: ZipPickerProps) {
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
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
