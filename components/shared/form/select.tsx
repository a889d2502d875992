"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { cn } from "@/components/ui/cn";
import { labelOf, SelectChevron, type SelectProps, triggerStyles } from "@/components/ui/select/select-parts";

const OpenedSelect = lazyPart(() => import("@/components/ui/select/opened-select").then(({ OpenedSelect }) => OpenedSelect), ClosedSelect);

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
