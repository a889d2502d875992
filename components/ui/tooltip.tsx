"use client";

import { Tooltip as TooltipPrimitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

export const TooltipProvider = TooltipPrimitive.Provider;

interface TooltipProps {
  /** The words; they add to the trigger's own name and never replace it. */
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  /** The trigger: one element that takes a ref. */
  children: ReactNode;
}

export function Tooltip({ content, side = "top", className, children }: TooltipProps) {
  return (
    <TooltipPrimitive.Root>
      <TooltipPrimitive.Trigger asChild>{children}</TooltipPrimitive.Trigger>
      <TooltipPrimitive.Portal>
        <TooltipPrimitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames("z-60 max-w-72 animate-overlay-in rounded-md bg-ink px-2 py-1 text-canvas text-sm shadow-pop", className)}
        >
          {content}
        </TooltipPrimitive.Content>
      </TooltipPrimitive.Portal>
    </TooltipPrimitive.Root>
  );
}
