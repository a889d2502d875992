"use client";

import { useRef, useState } from "react";
import type { FileItem } from "@/lib/files/schema";
import type { FolderListing, ListingQuery } from "../folder/folder-listing";
import type { FolderPages } from "../folder/folder-pages";
import { chooseAll, chooseOnly, chooseRange, clear, goTo, nothingChosen, rangeTo, type Selection, toggle } from "./selection";

interface PressKeys {
  shift: boolean;
  control: boolean;
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

  return {
    selection,
    isGathering,
    press: (index: number, item: FileItem, { shift, control }: PressKeys) => {
      if (shift) extendTo(index, control);
      else setSelection((before) => (control ? toggle(before, index, item) : chooseOnly(index, item)));
    },
    check: (index: number, item: FileItem, isRange: boolean) => {
      if (isRange) extendTo(index, true);
      else setSelection((before) => toggle(before, index, item));
    },
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
