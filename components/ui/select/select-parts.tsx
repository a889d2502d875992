"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { controlStyles } from "../input";

export type Options = readonly (readonly [value: string, label: ReactNode])[];

export interface SelectProps {
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

export function SelectChevron() {
  return <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />;
}
