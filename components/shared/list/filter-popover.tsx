"use client";

import * as Popover from "@radix-ui/react-popover";
import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import { Select } from "@/components/shared/form/select";
import { Button } from "@/components/ui/button";

export function FilterSelect({
  label,
  ...select
}: { label: string } & Pick<ComponentProps<typeof Select>, "value" | "onChange" | "options">) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-ink-muted text-sm">
        {label}
      </label>
      <Select id={id} {...select} />
    </>
  );
}

interface FilterPopoverProps {
  label: string;
  trigger: ReactElement;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

export function FilterPopover({ label, trigger, canClear, onClear, children }: FilterPopoverProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-40 grid w-90 max-w-[calc(100vw-1.5rem)] gap-4 rounded-xl border bg-raised p-4 text-ink shadow-pop outline-none data-[state=open]:animate-menu-in"
        >
          {children}
          <div className="flex items-center justify-between gap-2 border-t pt-3">
            <Button variant="ghost" size="small" disabled={!canClear} onClick={onClear} className="-ml-3">
              Clear filters
            </Button>
            <Popover.Close asChild>
              <Button size="small">Done</Button>
            </Popover.Close>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
