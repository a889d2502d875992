"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { type Choice, choiceOfHandle, choiceOfList } from "./folder/reading";
import { pickZipFile, withoutHandles } from "./zip/chosen-zip";
import type { ChosenZip } from "./zip/dropped-zip";

interface PickerProps extends Pick<ButtonProps, "variant" | "size" | "disabled"> {
  label: string;
  icon?: LucideIcon;
}

interface PickButtonProps extends PickerProps {
  input: { webkitdirectory: string } | { multiple: true } | { accept: string };
  /** Opens a chooser that returns handles. @returns false in browsers without it */
  pick?: () => Promise<boolean>;
  onFiles: (files: FileList) => void;
}

/** A button that opens a file chooser. */
function PickButton({ input: attributes, pick, onFiles, label, icon: Icon, ...look }: PickButtonProps) {
  const [round, setRound] = useState(0);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <Button {...look} onClick={async () => (await pick?.()) || input?.click()}>
        {Icon ? <Icon aria-hidden /> : null}
        {label}
      </Button>
      <input
        // Replaced after each choice. Clearing it would clear the list during reading.
        key={round}
        ref={setInput}
        type="file"
        hidden
        {...attributes}
        onChange={({ target }) => {
          if (!target.files?.length) return;
          setRound(round + 1);
          onFiles(target.files);
        }}
      />
    </>
  );
}

interface FolderPickerProps extends PickerProps {
  onChoose: (choice: Choice) => void;
}

export function FolderPicker({ onChoose, ...look }: FolderPickerProps) {
  async function pick(): Promise<boolean> {
    if (!("showDirectoryPicker" in window)) return false;
    try {
      onChoose(choiceOfHandle(await window.showDirectoryPicker({ id: "map-folder" })));
    } catch {
      // The user closed the chooser or denied access.
    }
    return true;
  }
  return <PickButton {...look} input={{ webkitdirectory: "" }} pick={pick} onFiles={(files) => onChoose(choiceOfList(files))} />;
}

export function FilesPicker({ onChoose, ...look }: FolderPickerProps) {
  return <PickButton variant="secondary" {...look} input={{ multiple: true }} onFiles={(files) => onChoose(choiceOfList(files))} />;
}

export function ZipPicker({ onFiles, ...look }: PickerProps & { onFiles: (files: ChosenZip[]) => void }) {
  async function pick(): Promise<boolean> {
    const files = await pickZipFile();
    if (files && files.length > 0) onFiles(files);
    return files !== null;
  }
  return (
    <PickButton {...look} input={{ accept: ".zip,application/zip" }} pick={pick} onFiles={(files) => onFiles(withoutHandles(files))} />
  );
}
