"use client";

import { useRef, useState } from "react";
import type { Folder } from "@/components/file-manager/use-folder";
import type { FileItem } from "@/lib/files/schema";
import { chooseAll, chooseOnly, chooseRange, clear, goTo, nothingChosen, rangeTo, type Selection, toggle } from "./selection";

export interface PressKeys {
  shift: boolean;
  /** Ctrl, or Cmd. */
  control: boolean;
}

/** What is chosen in the open folder. Ranges may reach over rows that are not here yet: those are fetched. */
export function useSelection({ listing, held, path, search, sort }: Folder) {
  const [selection, setSelection] = useState<Selection>(nothingChosen);
  const [isGathering, setGathering] = useState(false);
  const lastRange = useRef(0);

  // What somebody sees no more must not be deleted with the rest.
  const place = JSON.stringify([path, search]);
  const [chosenAt, setChosenAt] = useState({ place, sort });
  if (chosenAt.place !== place || chosenAt.sort !== sort) {
    setChosenAt({ place, sort });
    setSelection(chosenAt.place === place ? { ...selection, active: 0, anchor: 0 } : nothingChosen);
  }

  /** @param take given all the items of the rows from `from` to `to` */
  async function gather(from: number, to: number, take: (items: FileItem[], before: Selection) => Selection) {
    lastRange.current += 1;
    const range = lastRange.current;
    setGathering(true);
    try {
      const items = await listing.loadItems(from, to);
      if (range === lastRange.current) setSelection((before) => take(items, before));
    } catch {
      // Why they did not come is said where the rows are.
    } finally {
      if (range === lastRange.current) setGathering(false);
    }
  }

  function extendTo(index: number, keeps: boolean) {
    const { from, to } = rangeTo(selection, index);
    setSelection((before) => ({ ...before, active: index }));
    void gather(from, to, (items, before) => chooseRange(before, index, items, keeps));
  }

  return {
    selection,
    isGathering,
    /** A row is pressed: alone, with Ctrl as well as the others, with Shift all up to it. */
    press: (index: number, item: FileItem, { shift, control }: PressKeys) => {
      if (shift) extendTo(index, control);
      else setSelection((before) => (control ? toggle(before, index, item) : chooseOnly(index, item)));
    },
    /** The checkbox of a row. */
    check: (index: number, item: FileItem, isRange: boolean) => {
      if (isRange) extendTo(index, true);
      else setSelection((before) => toggle(before, index, item));
    },
    chooseOnly: (index: number, item: FileItem) => setSelection(chooseOnly(index, item)),
    /** The keyboard goes to a row, and chooses all on its way if it `extends`. */
    moveTo: (index: number, extend: boolean) => {
      if (extend) extendTo(index, false);
      else setSelection((before) => goTo(before, index));
    },
    all: () => void gather(0, (held.total ?? 0) - 1, (items, before) => chooseAll(before, items)),
    clear: () => {
      // What is still on its way would be chosen after all.
      lastRange.current += 1;
      setGathering(false);
      setSelection(clear);
    },
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
