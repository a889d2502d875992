"use client";

import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Shorter lists are in the document as a whole, so that the server renders them and the browser's search finds every row. */
export const WHOLE_LIST = 150;

/** Pixels above and below the window that are in the document. */
const OVERSCAN = 400;

interface WindowRow {
  index: number;
  /** Height in pixels of the rows above it that are not in the document; 0 or less without any. */
  gap: number;
}

interface WindowRowsOptions {
  /** Element that contains the rows only. */
  box: RefObject<HTMLElement | null>;
  count: number;
  rowGap?: number;
  isWhole?: boolean;
}

/** Virtualizes rows that scroll with the window. Give each row `measure` as ref and its index as `data-index`. */
export function useWindowRows({ box, count, rowGap = 0, isWhole = count <= WHOLE_LIST }: WindowRowsOptions) {
  const focused = useRef(-1);
  const [{ top, height }, setPlace] = useState({ top: 0, height: 60 });
  const rows = useWindowVirtualizer({
    count,
    // A disabled virtualizer doesn't scroll, so the position from before hydration stays.
    enabled: !isWhole,
    estimateSize: () => height,
    gap: rowGap,
    overscan: Math.ceil(OVERSCAN / height),
    scrollMargin: top,
    // The row that has or had the focus stays, so that the focus isn't lost and dialogs return it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const { current } = focused;
      return current < 0 || current >= range.count || shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b);
    },
  });
  // The height of the rows of a whole list is the estimate for a longer one.
  useLayoutEffect(() => {
    const place = box.current?.getBoundingClientRect();
    if (place && isWhole && count > 0) setPlace({ top: place.top + window.scrollY, height: (place.height + rowGap) / count - rowGap });
  }, [box, count, rowGap, isWhole]);
  // Anything above a long list may change its height.
  useEffect(() => {
    const measureTop = () => {
      // React may call the function below after the next scroll.
      const at = (box.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setPlace((place) => (Math.abs(place.top - at) < 1 ? place : { ...place, top: at }));
    };
    const observer = new ResizeObserver(measureTop);
    if (!isWhole) observer.observe(document.body);
    return () => observer.disconnect();
  }, [box, isWhole]);
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
