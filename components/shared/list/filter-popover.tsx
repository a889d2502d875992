"use client";

import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

interface FilterPopoverProps {
  label: string;
  count: number;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

export function FilterPopover({ label, count, canClear, onClear, children }: FilterPopoverProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
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
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="grid gap-4">
        {children}
        <div className="flex items-center justify-between gap-2 border-t pt-3">
          <Button variant="ghost" size="small" disabled={!canClear} onClick={onClear} className="-ml-3">
            Clear filters
          </Button>
          <PopoverClose asChild>
            <Button size="small">Done</Button>
          </PopoverClose>
        </div>
      </PopoverContent>
    </Popover>
  );
}
