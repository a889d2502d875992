"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type Choice, choiceOfHandle, choiceOfList } from "./choose";

interface PickerProps {
  onChoose: (choice: Choice) => void;
  label: string;
  variant?: "primary" | "secondary";
  size?: "small" | "medium";
  icon?: LucideIcon;
  disabled?: boolean;
}

export function FolderPicker({ onChoose, label, variant = "primary", size = "medium", icon: Icon, disabled }: PickerProps) {
  const input = useFileInput({ webkitdirectory: "" }, onChoose);

  async function pick() {
    if (!("showDirectoryPicker" in window)) return input.open();
    try {
      onChoose(choiceOfHandle(await window.showDirectoryPicker({ id: "map-folder" })));
    } catch {
      // The user closed the chooser or denied access.
    }
  }

  return (
    <>
      <Button variant={variant} size={size} disabled={disabled} onClick={() => void pick()}>
        {Icon ? <Icon aria-hidden /> : null}
        {label}
      </Button>
      {input.element}
    </>
  );
}

export function FilesPicker({ onChoose, label, variant = "secondary", size = "medium", icon: Icon, disabled }: PickerProps) {
  const input = useFileInput({ multiple: true }, onChoose);
  return (
    <>
      <Button variant={variant} size={size} disabled={disabled} onClick={input.open}>
        {Icon ? <Icon aria-hidden /> : null}
        {label}
      </Button>
      {input.element}
    </>
  );
}

/** A hidden file input, replaced after each choice. Clearing it would clear the list during reading. */
function useFileInput(attributes: { webkitdirectory: string } | { multiple: true }, onChoose: (choice: Choice) => void) {
  const [round, setRound] = useState(0);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const element = (
    <input
      key={round}
      ref={setInput}
      type="file"
      hidden
      {...attributes}
      onChange={({ target }) => {
        if (!target.files?.length) return;
        setRound(round + 1);
        onChoose(choiceOfList(target.files));
      }}
    />
  );
  return { element, open: () => input?.click() };
}
