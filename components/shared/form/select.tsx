"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { cn } from "@/components/ui/cn";
import { controlStyles } from "@/components/ui/input";
import type { SelectProps } from "./opened-select";

const OpenedSelect = lazyPart(
  () => import("./opened-select").then(({ OpenedSelect }) => OpenedSelect),
  ({ trigger }) => trigger,
);

/** Shows a chosen option. The list, which is larger than many pages, loads with its first use. */
export function Select({ id, label, value, options, groups = [], className, onChange }: SelectProps) {
  const [isUsed, setIsUsed] = useState(false);
  const all = [options, ...groups.map((group) => group.options)].flat();
  const shared = { id, "aria-label": label, className, shown: all.find(([one]) => one === value)?.[1] };
  if (isUsed) {
    const list = { value, options, groups, onChange };
    return <OpenedSelect {...list} trigger={<SelectButton {...shared} />} onClose={() => setIsUsed(false)} />;
  }
  return (
    <SelectButton
      {...shared}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={() => setIsUsed(true)}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp" ? setIsUsed(true) : undefined)}
    />
  );
}

function SelectButton({ shown, className, ...props }: { shown: ReactNode } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        controlStyles,
        "flex h-9 items-center justify-between gap-2 whitespace-nowrap text-base data-placeholder:text-ink-faint pointer-coarse:h-11 [&>span]:truncate",
        className,
      )}
    >
      <span>{shown}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
    </button>
  );
}
