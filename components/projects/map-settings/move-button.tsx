"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";

interface MoveButtonProps {
  by: -1 | 1;
  name: string;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
}

/** Moves an entry of a list by one place. */
export function MoveButton({ by, name, disabled, onMove }: MoveButtonProps) {
  const Icon = by < 0 ? ArrowUp : ArrowDown;
  const direction = by < 0 ? "up" : "down";
  return (
    <Button
      variant="ghost"
      size="small-icon"
      data-move={by}
      title={`Move ${direction}`}
      aria-label={`Move ${name} ${direction}`}
      disabled={disabled}
      onClick={() => onMove(by)}
    >
      <Icon aria-hidden />
    </Button>
  );
}

/** Focuses the button that moved an entry: the browser drops the focus of one that moves or becomes disabled. @param place of the entry now */
export function focusMoved(list: Element | null, place: number, by: -1 | 1): void {
  const buttons = Array.from(list?.children[place]?.querySelectorAll<HTMLElement>("[data-move]:enabled") ?? []);
  (buttons.find(({ dataset }) => dataset["move"] === String(by)) ?? buttons[0])?.focus();
}
