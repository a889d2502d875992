"use client";

import type { MouseEvent } from "react";
import { itemAt } from "@/components/files/manager/folder/folder-pages";
import type { RowAct } from "@/components/files/manager/grid/row-actions";
import type { FileManager } from "@/components/files/manager/use-file-manager";
import type { FileItem } from "@/lib/files/schema";

/**
 * What pressing something in a row does.
 * @param onMenu opens the menu of a row below the button that was pressed
 */
export function useRowPresses(manager: FileManager, onMenu: (item: FileItem, button: DOMRect) => void) {
  const { folder, selection } = manager;

  function act(kind: Exclude<RowAct, "check">, index: number, item: FileItem, event: MouseEvent) {
    const { shiftKey: shift } = event;
    const control = event.ctrlKey || event.metaKey;
    // With a key held the name chooses, as the rest of the row does.
    if (kind === "open" && (shift || control)) return selection.press(index, item, { shift, control });
    selection.moveTo(index, false);
    const acts: Readonly<Record<typeof kind, () => void>> = {
      open: () => manager.open(item),
      edit: () => manager.edit(item),
      download: () => manager.download([item]),
      rename: () => manager.rename(item),
      menu: () => {
        if (event.target instanceof Element) onMenu(item, (event.target.closest("button") ?? event.target).getBoundingClientRect());
      },
    };
    acts[kind]();
  }

  return (index: number, kind: RowAct | null, event: MouseEvent) => {
    const item = itemAt(folder.held, index);
    if (!item) return;
    if (kind === null) selection.press(index, item, { shift: event.shiftKey, control: event.ctrlKey || event.metaKey });
    else if (kind === "check") selection.check(index, item, event.shiftKey);
    else act(kind, index, item, event);
  };
}
