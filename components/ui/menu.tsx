"use client";

import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Menu = DropdownMenu.Root;
export const MenuTrigger = DropdownMenu.Trigger;

export function MenuContent({ className, ...props }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      {/* An open menu hides all else from screen readers, so its content must be in a landmark. */}
      <section aria-label="Menu">
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-pop outline-none data-[state=open]:animate-menu-in",
            className,
          )}
          {...props}
        />
      </section>
    </DropdownMenu.Portal>
  );
}

interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  keys?: string;
  tone?: "neutral" | "danger";
}

export function MenuItem({ className, keys, tone = "neutral", children, ...props }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={cn(
        "flex cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1.5 text-base outline-none data-disabled:pointer-events-none data-disabled:opacity-50 pointer-coarse:py-2.5 [&_svg]:size-4 [&_svg]:shrink-0",
        tone === "danger" ? "text-danger-ink data-highlighted:bg-danger-soft" : "data-highlighted:bg-surface [&_svg]:text-ink-muted",
        className,
      )}
      {...props}
    >
      {children}
      {keys ? <kbd className="ml-auto pl-6 font-sans text-ink-muted text-xs pointer-coarse:hidden">{keys}</kbd> : null}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
