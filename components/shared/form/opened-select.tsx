"use client";

import * as SelectPrimitive from "@radix-ui/react-select";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

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

interface OpenedSelectProps extends Pick<SelectProps, "value" | "onChange" | "options" | "groups"> {
  trigger: ReactElement;
  /** Called when the code can't be loaded. */
  onClose: () => void;
}

/** Radix requires a value for each item. */
const EMPTY = "empty";

export function OpenedSelect({ trigger, value, onChange, options, groups = [] }: OpenedSelectProps) {
  return (
    <SelectPrimitive.Root defaultOpen value={value || EMPTY} onValueChange={(chosen) => onChange(chosen === EMPTY ? "" : chosen)}>
      <SelectPrimitive.Trigger asChild>{trigger}</SelectPrimitive.Trigger>
      <SelectPrimitive.Portal>
        <SelectPrimitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,var(--radix-select-content-available-width))] overflow-hidden rounded-lg border bg-raised text-ink shadow-pop data-[state=open]:animate-menu-in"
        >
          <SelectPrimitive.Viewport className="p-1">
            <Items options={options} />
            {groups.map((group) => (
              <SelectPrimitive.Group key={group.heading}>
                <SelectPrimitive.Label className="px-2 pt-2 pb-1 font-medium text-ink-muted text-xs">{group.heading}</SelectPrimitive.Label>
                <Items options={group.options} />
              </SelectPrimitive.Group>
            ))}
          </SelectPrimitive.Viewport>
        </SelectPrimitive.Content>
      </SelectPrimitive.Portal>
    </SelectPrimitive.Root>
  );
}

function Items({ options }: { options: Options }) {
  return options.map(([value, label]) => (
    <SelectPrimitive.Item
      key={value}
      value={value || EMPTY}
      className="wrap-anywhere relative flex cursor-default select-none items-center rounded-md py-1.5 pr-8 pl-2 text-base outline-none data-disabled:pointer-events-none data-highlighted:bg-surface data-disabled:opacity-50 pointer-coarse:py-2.5"
    >
      <SelectPrimitive.ItemText>{label}</SelectPrimitive.ItemText>
      <SelectPrimitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="size-4 text-accent-ink" />
      </SelectPrimitive.ItemIndicator>
    </SelectPrimitive.Item>
  ));
}
