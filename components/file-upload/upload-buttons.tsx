"use client";

import { FileUp, FolderUp } from "lucide-react";
import { FilesPicker, FolderPicker } from "@/components/publish/source/folder/folder-pickers";
import type { UploadChoice } from "./upload-state";

interface UploadButtonsProps {
  onFiles: (choice: UploadChoice) => void;
  onFolder: (choice: UploadChoice) => void;
  disabled?: boolean;
}

/** Upload Files and Upload Folder (spec 001 §2.6). */
export function UploadButtons({ onFiles, onFolder, disabled = false }: UploadButtonsProps) {
  return (
    // On phones the words alone, so that the bar's other buttons stay on their line.
    <span className="contents max-sm:[&_button]:px-2.5 max-sm:[&_svg]:hidden">
      <FilesPicker label="Upload Files" icon={FileUp} size="small" disabled={disabled} onChoose={onFiles} />
      <FolderPicker label="Upload Folder" icon={FolderUp} variant="secondary" size="small" disabled={disabled} onChoose={onFolder} />
    </span>
  );
}
