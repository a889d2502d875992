"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { formatBytes } from "@/components/shared/format-bytes";

const ROW_HEIGHT = 28;

export interface NamedFile {
  path: string;
  size: number | null;
}

/** A virtualized list of file names. */
export function NameList({ label, files }: { label: string; files: readonly NamedFile[] }) {
  const box = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list
    <section ref={box} aria-label={label} tabIndex={0} className="max-h-64 overflow-y-auto overscroll-contain rounded-b-lg border-t">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const { path = "", size = null } = files[index] ?? {};
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 flex min-h-7 items-start justify-between gap-4 px-3.5 py-1 text-sm"
              style={{ transform: `translateY(${start}px)` }}
            >
              <bdi className="wrap-anywhere min-w-0">{path}</bdi>
              {size === null ? null : <span className="shrink-0 text-ink-muted tabular-nums">{formatBytes(size)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
