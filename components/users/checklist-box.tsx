"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Check } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import type { ProjectName } from "@/lib/projects/schema";
import { rowOfKey } from "./checklist-keys";

/** Height in px of a row whose name is on one line; the rows that are drawn are measured. */
const ROW_HEIGHT = 36;

interface ChecklistBoxProps {
  /** Where the list box itself is to be found. */
  box: RefObject<HTMLDivElement | null>;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  projects: ProjectName[];
  chosen: ReadonlySet<string>;
  onToggle: (project: ProjectName) => void;
}

/**
 * A list box of any length: only the rows in sight, and the one that the keyboard is on, are in the document, and each
 * says which of how many it is.
 */
export function ChecklistBox({ box, labelledBy, describedBy, isInvalid, projects, chosen, onToggle }: ChecklistBoxProps) {
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
      aria-required
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
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list box, also when this row is drawn no more
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys for the row that they are on
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
              className={classNames(
                "absolute inset-x-0 top-0 flex min-h-9 cursor-pointer select-none items-start gap-2.5 px-3 py-2 pointer-coarse:min-h-11 pointer-coarse:py-3 hover:bg-surface",
                index === active && "group-focus-visible:bg-accent-soft",
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span
                aria-hidden
                className={classNames(
                  "mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border",
                  isChosen ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-raised",
                )}
              >
                {isChosen ? <Check className="size-3" strokeWidth={3} /> : null}
              </span>
              <span className="wrap-anywhere min-w-0">{project.name}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
