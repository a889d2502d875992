"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { onDemand } from "@/components/shared/on-demand";
import { cn } from "./cn";
import { controlStyles } from "./input";

export type Options = readonly (readonly [value: string, label: ReactNode])[];

interface SelectProps {
  id?: string;
  label?: string;
  value: string;
  onChange: (value: string) => void;
  options: Options;
  /** Options with headings, below the others. */
  groups?: readonly { heading: string; options: Options }[];
  className?: string;
}

export interface OpenedSelectProps extends SelectProps {
  onClose: () => void;
}

export const triggerStyles = `${controlStyles} flex h-9 items-center justify-between gap-2 whitespace-nowrap text-base data-placeholder:text-ink-faint pointer-coarse:h-11 [&>span]:truncate`;

export function labelOf(value: string, options: Options, groups: SelectProps["groups"] = []): ReactNode {
  return [options, ...groups.map((group) => group.options)].flat().find(([one]) => one === value)?.[1];
}

const OpenedSelect = onDemand(() => import("./opened-select").then((select) => select.OpenedSelect), ClosedSelect);

/** Shows a chosen option. The list, which is larger than many pages, loads with its first use. */
export function Select(props: SelectProps) {
  const [isUsed, setIsUsed] = useState(false);
  return isUsed ? <OpenedSelect {...props} onClose={() => setIsUsed(false)} /> : <ClosedSelect {...props} onOpen={() => setIsUsed(true)} />;
}

function ClosedSelect({ id, label, value, options, groups, className, onOpen }: SelectProps & { onOpen?: () => void }) {
  return (
    <button
      id={id}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={label}
      onClick={onOpen}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp" ? onOpen?.() : undefined)}
      className={cn(triggerStyles, className)}
    >
      <span>{labelOf(value, options, groups)}</span>
      <SelectChevron />
    </button>
  );
}

export function SelectChevron() {
  return <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />;
}
