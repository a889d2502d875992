"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";

interface FileDialogProps extends Omit<ComponentProps<typeof DialogContent>, "title"> {
  name: string;
  badge?: ReactNode;
  description: ReactNode;
  onClose: () => void;
}

export function FileDialog({ name, badge, description, onClose, onKeyDown, className, children, ...props }: FileDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        ref={panel}
        className={cn("h-[92dvh] [@media(max-height:32rem)]:h-dvh [@media(max-height:32rem)]:max-h-none", className)}
        onKeyDown={(event) => {
          // React bubbles keys to the listing, which must not handle them.
          event.stopPropagation();
          onKeyDown?.(event);
        }}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          panel.current?.focus();
        }}
        {...props}
      >
        <DialogHeader className="py-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <DialogTitle>
              <bdi>{name}</bdi>
            </DialogTitle>
            {badge}
          </div>
          <DialogDescription className="wrap-anywhere text-sm">{description}</DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Returns true for a key with Ctrl or Cmd, and no other modifier. */
export function isCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, wanted: string): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === wanted;
}
