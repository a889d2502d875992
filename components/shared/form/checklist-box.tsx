"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Check } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ProjectName } from "@/lib/projects/schema";

interface Place {
  active: number;
  count: number;
  page: number;
}

/** Returns the row that a key moves to, if any. */
export function rowOfKey(key: string, { active, count, page }: Place): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const row = steps[key];
  return row === undefined || count === 0 ? undefined : Math.min(Math.max(row, 0), count - 1);
}

const ROW_HEIGHT = 36;

interface ChecklistBoxProps {
  box: RefObject<HTMLDivElement | null>;
  labelledBy: string;
  describedBy: string;
  isRequired: boolean;
  isInvalid: boolean;
  projects: ProjectName[];
  chosen: ReadonlySet<string>;
  onToggle: (project: ProjectName) => void;
}

/** A virtualized list box: the document contains only the visible rows and the active one, with their position in the list. */
export function ChecklistBox({ box, labelledBy, describedBy, isRequired, isInvalid, projects, chosen, onToggle }: ChecklistBoxProps) {
  const id = useId();
  const [lastActive, setActive] = useState(0);
  const active = Math.min(lastActive, projects.length - 1);
  const rows = useVirtualizer({
    count: projects.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => projects[index]?._id ?? index,
    overscan: 6,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  });

  function onKeyDown(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = rowOfKey(event.key, { active, count: projects.length, page });
    const project = projects[active];
    if (next !== undefined) {
      setActive(next);
      rows.scrollToIndex(next);
    } else if ((event.key === " " || event.key === "Enter") && project) onToggle(project);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-multiselectable
      aria-required={isRequired}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
      className="group h-full overflow-y-auto overscroll-contain outline-none"
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const project = projects[index];
          if (!project) return null;
          const isChosen = chosen.has(project._id);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list box, even when this row is no longer rendered
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys of its active row
            <div
              key={key}
              ref={rows.measureElement}
              id={`${id}-${index}`}
              data-index={index}
              role="option"
              aria-selected={isChosen}
              aria-setsize={projects.length}
              aria-posinset={index + 1}
              onClick={() => {
                setActive(index);
                onToggle(project);
              }}
              className={cn(
                "absolute inset-x-0 top-0 flex min-h-9 cursor-pointer select-none items-start gap-2.5 px-3 py-2 pointer-coarse:min-h-11 pointer-coarse:py-3 hover:bg-surface",
                index === active && "group-focus-visible:bg-accent-soft",
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span
                aria-hidden
                className={cn(
                  "mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border",
                  isChosen ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-raised",
                )}
              >
                {isChosen ? <Check className="size-3" strokeWidth={3} /> : null}
              </span>
              <bdi className="wrap-anywhere min-w-0">{project.name}</bdi>
            </div>
          );
        })}
      </div>
    </div>
  );
}
