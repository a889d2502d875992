import { FolderUp } from "lucide-react";
import { DropInvitation } from "@/components/publish/screen/drop-areas";
import { type Choice, choiceOfDrop } from "@/components/publish/source/folder/choose";
import { FilesPicker, FolderPicker } from "@/components/publish/source/folder/folder-pickers";

/** Tells of what was dropped, if it was something that has files. */
export function takeDrop(dropped: DataTransfer, onChoose: (choice: Choice) => void): void {
  if (dropped.items.length > 0) onChoose(choiceOfDrop(dropped));
}

/** Where a folder is chosen. */
export function DropArea({ onChoose }: { onChoose: (choice: Choice) => void }) {
  return (
    <DropInvitation
      icon={FolderUp}
      title="Drop a folder or files here"
      titleOver="Drop it to read it"
      detail="The map site as it lies on your disk, with its index.html. Up to 100 GB, any number of files."
      onDrop={(dropped) => takeDrop(dropped, onChoose)}
    >
      <FolderPicker label="Select Folder" onChoose={onChoose} />
      <FilesPicker label="Select Files" onChoose={onChoose} />
    </DropInvitation>
  );
}
