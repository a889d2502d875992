import { FileArchive } from "lucide-react";
import type { ReactNode } from "react";
import { DropInvitation } from "@/components/publish/screen/drop-areas";
import { type ChosenFile, droppedFiles } from "@/components/publish/source/zip/chosen-zip";
import { FilePicker } from "@/components/publish/source/zip/zip-picker";

interface DropZoneProps {
  onFiles: (files: ChosenFile[]) => void;
  /** What the button says. */
  label: string;
  children?: ReactNode;
}

/** Takes a ZIP: dropped anywhere on it, or chosen with its button. */
export function DropZone({ onFiles, label, children }: DropZoneProps) {
  return (
    <DropInvitation
      icon={FileArchive}
      title="Drop a ZIP file here"
      titleOver="Drop it to check it"
      detail={children}
      onDrop={(dropped) => void droppedFiles(dropped).then(onFiles)}
    >
      <FilePicker onFiles={onFiles} label={label} />
    </DropInvitation>
  );
}
