"use client";

import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Shorter lists are in the document as a whole, so that the server renders them and the browser's search finds every row. */
export const WHOLE_LIST = 150;

interface WindowRow {
  index: number;
  /** Height in pixels of the rows above it that are not in the document; 0 or less without any. */
  gap: number;
}

interface WindowRowsOptions {
  /** Element that contains the rows only. */
  box: RefObject<HTMLElement | null>;
  count: number;
  /** Height in pixels of a row that has not been measured. */
  estimate: number;
  rowGap?: number;
  isWhole?: boolean;
}

/** Virtualizes rows that scroll with the window. Give each row `measure` as ref and its index as `data-index`. */
export function useWindowRows({ box, count, estimate, rowGap = 0, isWhole = count <= WHOLE_LIST }: WindowRowsOptions) {
  const focused = useRef(-1);
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    gap: rowGap,
    overscan: 6,
    scrollMargin: top,
    // The row that has or had the focus stays, so that the focus isn't lost and dialogs return it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const { current } = focused;
      return current < 0 || current >= range.count || shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b);
    },
  });
  // Anything above the list may have changed its height.
  useLayoutEffect(() => {
    if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
  });
  const items = isWhole ? [] : rows.getVirtualItems();
  const shown: WindowRow[] = isWhole
    ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
    : items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? top - rowGap) - 2 * rowGap }));
  return {
    shown,
    isWhole,
    gapBelow: isWhole ? 0 : top + rows.getTotalSize() - (items.at(-1)?.end ?? top) - rowGap,
    measure: rows.measureElement,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>("[data-index]");
      if (row) focused.current = Number(row.dataset["index"]);
    },
  };
}
