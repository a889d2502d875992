"use client";

import { type MouseEvent, type RefObject, useState } from "react";
import { itemAt } from "@/components/files/manager/folder/folder-pages";
import type { GridHandle } from "@/components/files/manager/grid/item-grid";
import type { FileManager } from "@/components/files/manager/use-file-manager";
import type { FileItem } from "@/lib/files/schema";
import type { MenuPlace } from "./item-menu";

/** Where the menu of the listing is open, if it is. @param root the manager's corner, from which places are measured */
export function useItemMenu(manager: FileManager, grid: RefObject<GridHandle | null>, root: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const { folder, selection } = manager;

  function openAt(item: FileItem | null, x: number, y: number) {
    const corner = root.current?.getBoundingClientRect();
    setPlace({ item, x: x - (corner?.left ?? 0), y: y - (corner?.top ?? 0) });
  }

  return {
    place,
    close: () => setPlace(null),
    /** Below the button of a row. */
    atButton: (item: FileItem, button: DOMRect) => openAt(item, button.left, button.bottom),
    /** At the row that the keyboard is on. */
    atActive: () => {
      const { active } = selection.selection;
      const row = grid.current?.placeOf(active);
      if (row) openAt(itemAt(folder.held, active) ?? null, row.left + 60, row.bottom - 6);
    },
    /** Where the pointer is: what is chosen is meant if the row is among it, else the row alone. */
    atPointer: (index: number | null, event: MouseEvent) => {
      event.preventDefault();
      const item = index === null ? undefined : itemAt(folder.held, index);
      if (index !== null && item && !selection.selection.chosen.has(item.path)) selection.chooseOnly(index, item);
      openAt(item ?? null, event.clientX, event.clientY);
    },
  };
}
