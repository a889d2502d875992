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

interface ChooserProps {
  input: { webkitdirectory: string } | { multiple: true } | { accept: string };
  /** Opens a chooser that returns handles. @returns false in browsers without it */
  pick?: () => Promise<boolean>;
  onFiles: (files: FileList) => void;
}

/** Returns a function that opens a file chooser, and the hidden input that it needs in the document. */
function useChooser({ input: attributes, pick, onFiles }: ChooserProps) {
  const [round, setRound] = useState(0);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return {
    open: async () => void ((await pick?.()) || input?.click()),
    input: (
      <>
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
    ),
  };
}

/** A button that opens a file chooser. */
function PickButton({ chooser, label, icon: Icon, ...look }: PickerProps & { chooser: ReturnType<typeof useChooser> }) {
  return (
    <>
      <Button {...look} onClick={() => void chooser.open()}>
        {Icon ? <Icon aria-hidden /> : null}
        {label}
      </Button>
      {chooser.input}
    </>
  );
}

export function useFolderChooser(onChoose: (choice: Choice) => void) {
  async function pick(): Promise<boolean> {
    if (!("showDirectoryPicker" in window)) return false;
    try {
      onChoose(choiceOfHandle(await window.showDirectoryPicker({ id: "map-folder" })));
    } catch {
      // The user closed the chooser or denied access.
    }
    return true;
  }
  return useChooser({ input: { webkitdirectory: "" }, pick, onFiles: (files) => onChoose(choiceOfList(files)) });
}

export function useZipChooser(onFiles: (files: ChosenZip[]) => void) {
  async function pick(): Promise<boolean> {
    const files = await pickZipFile();
    if (files && files.length > 0) onFiles(files);
    return files !== null;
  }
  return useChooser({ input: { accept: ".zip,application/zip" }, pick, onFiles: (files) => onFiles(withoutHandles(files)) });
}

interface FolderPickerProps extends PickerProps {
  onChoose: (choice: Choice) => void;
}

export function FolderPicker({ onChoose, ...look }: FolderPickerProps) {
  return <PickButton {...look} chooser={useFolderChooser(onChoose)} />;
}

export function FilesPicker({ onChoose, ...look }: FolderPickerProps) {
  const chooser = useChooser({ input: { multiple: true }, onFiles: (files) => onChoose(choiceOfList(files)) });
  return <PickButton variant="secondary" {...look} chooser={chooser} />;
}

export function ZipPicker({ onFiles, ...look }: PickerProps & { onFiles: (files: ChosenZip[]) => void }) {
  return <PickButton {...look} chooser={useZipChooser(onFiles)} />;
}
