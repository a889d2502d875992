"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useCallback, useId, useState } from "react";
import { rowOfKey } from "@/components/users/checklist-keys";
import { ChecklistOption } from "@/components/users/checklist-option";
import type { ProjectName } from "@/lib/projects/schema";

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

  const onPress = useCallback(
    (index: number) => {
      const project = projects[index];
      setActive(index);
      if (project) onToggle(project);
    },
    [projects, onToggle],
  );

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
          return (
            <ChecklistOption
              key={key}
              id={`${id}-${index}`}
              name={project.name}
              index={index}
              count={projects.length}
              isChosen={chosen.has(project._id)}
              isActive={index === active}
              start={start}
              measure={rows.measureElement}
              onPress={onPress}
            />
          );
        })}
      </div>
    </div>
  );
}
