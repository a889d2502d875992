"use client";

import * as Popover from "@radix-ui/react-popover";
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface FilterPopoverProps {
  label: string;
  count: number;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

export function FilterPopover({ label, count, canClear, onClear, children }: FilterPopoverProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="secondary">
          <ListFilter aria-hidden />
          Filter
          {count > 0 ? (
            <span className="-mr-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs tabular-nums">
              {count}
              <span className="sr-only"> on</span>
            </span>
          ) : null}
        </Button>
      </Popover.Trigger>
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
