"use client";

import { useRef, useState } from "react";
import type { FileItem } from "@/lib/files/schema";
import type { FolderListing, ListingQuery } from "../folder/folder-listing";
import type { FolderPages } from "../folder/folder-pages";

/** Selected items of a folder and the active row. Rows are counted from 0 in display order. */
export interface Selection {
  chosen: ReadonlyMap<string, FileItem>;
  active: number;
  anchor: number;
}

export const nothingChosen: Selection = { chosen: new Map(), active: 0, anchor: 0 };

const byPath = (items: Iterable<FileItem>): [string, FileItem][] => Array.from(items, (item) => [item.path, item]);

export function goTo(selection: Selection, index: number): Selection {
  return { ...selection, active: index, anchor: index };
}

export function chooseOnly(index: number, item: FileItem): Selection {
  return { chosen: new Map([[item.path, item]]), active: index, anchor: index };
}

export function toggle({ chosen }: Selection, index: number, item: FileItem): Selection {
  const next = new Map(chosen);
  if (!next.delete(item.path)) next.set(item.path, item);
  return { chosen: next, active: index, anchor: index };
}

export function rangeTo({ anchor }: Selection, to: number): { from: number; to: number } {
  return { from: Math.min(anchor, to), to: Math.max(anchor, to) };
}

/** Selects a range from the anchor. @param keeps adds the range to the selection */
export function chooseRange({ chosen, anchor }: Selection, to: number, items: readonly FileItem[], keeps: boolean): Selection {
  return { chosen: new Map([...(keeps ? chosen : []), ...byPath(items)]), active: to, anchor };
}

export function chooseAll(selection: Selection, items: readonly FileItem[]): Selection {
  return { ...selection, chosen: new Map(byPath(items)) };
}

export function clear(selection: Selection): Selection {
  return selection.chosen.size === 0 ? selection : { ...selection, chosen: new Map() };
}

export function chosenBytes({ chosen }: Selection): number {
  let bytes = 0;
  for (const { size } of chosen.values()) bytes += size;
  return bytes;
}

/** Returns the items that an action on a row affects: the selection if it includes the row, else only the row. */
export function targetsOf({ chosen }: Selection, item: FileItem): FileItem[] {
  return chosen.has(item.path) ? [...chosen.values()] : [item];
}

export function useSelection({ listing, held, path, search, sort }: ListingQuery & { listing: FolderListing; held: FolderPages }) {
  const [selection, setSelection] = useState<Selection>(nothingChosen);
  const [isGathering, setGathering] = useState(false);
  const lastRange = useRef(0);

  // Items that are no longer visible must not stay selected, or Delete would include them.
  const location = JSON.stringify([path, search]);
  const [chosenAt, setChosenAt] = useState({ location, sort });
  if (chosenAt.location !== location || chosenAt.sort !== sort) {
    setChosenAt({ location, sort });
    setSelection(chosenAt.location === location ? { ...selection, active: 0, anchor: 0 } : nothingChosen);
  }

  async function gather(from: number, to: number, take: (items: FileItem[], before: Selection) => Selection) {
    lastRange.current += 1;
    const range = lastRange.current;
    setGathering(true);
    try {
      const items = await listing.loadItems(from, to);
      if (range === lastRange.current) setSelection((before) => take(items, before));
    } catch {
      // The listing reports the error.
    } finally {
      if (range === lastRange.current) setGathering(false);
    }
  }

  function extendTo(index: number, keeps: boolean) {
    const { from, to } = rangeTo(selection, index);
    setSelection((before) => ({ ...before, active: index }));
    void gather(from, to, (items, before) => chooseRange(before, index, items, keeps));
  }

  function press(index: number, item: FileItem, { shift, control }: { shift: boolean; control: boolean }) {
    if (shift) extendTo(index, control);
    else setSelection((before) => (control ? toggle(before, index, item) : chooseOnly(index, item)));
  }

  return {
    selection,
    isGathering,
    press,
    /** Adds an item to the selection or removes it. */
    check: (index: number, item: FileItem, isRange: boolean) => press(index, item, { shift: isRange, control: true }),
    chooseOnly: (index: number, item: FileItem) => setSelection(chooseOnly(index, item)),
    moveTo: (index: number, extend: boolean) => {
      if (extend) extendTo(index, false);
      else setSelection((before) => goTo(before, index));
    },
    all: () => void gather(0, (held.total ?? 0) - 1, (items, before) => chooseAll(before, items)),
    clear: () => {
      lastRange.current += 1;
      setGathering(false);
      setSelection(clear);
    },
  };
}
