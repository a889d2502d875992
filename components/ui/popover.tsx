"use client";

import { Popover as PopoverPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export const Popover = PopoverPrimitive.Root;
export const PopoverTrigger = PopoverPrimitive.Trigger;
export const PopoverClose = PopoverPrimitive.Close;

/** A panel beside what opened it; the page below stays alive. It is a dialog, and wants an `aria-label`. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={classNames(
          "z-40 w-90 max-w-[calc(100vw-1.5rem)] rounded-xl border bg-raised p-4 text-ink shadow-pop outline-none data-[state=open]:animate-menu-in",
          className,
        )}
        {...props}
      />
    </PopoverPrimitive.Portal>
  );
}
