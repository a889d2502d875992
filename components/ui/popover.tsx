"use client";

import * as PopoverPrimitive from "@radix-ui/react-popover";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Popover = PopoverPrimitive.Root;
export const PopoverTrigger = PopoverPrimitive.Trigger;
export const PopoverClose = PopoverPrimitive.Close;

export function PopoverContent({ className, ...props }: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          "z-40 w-90 max-w-[calc(100vw-1.5rem)] rounded-xl border bg-raised p-4 text-ink shadow-pop outline-none data-[state=open]:animate-menu-in",
          className,
        )}
        {...props}
      />
    </PopoverPrimitive.Portal>
  );
}
