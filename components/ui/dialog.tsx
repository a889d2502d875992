"use client";

import * as DialogPrimitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "./button";
import { cn, styled } from "./cn";

function fallback(): Element | null {
  return [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1) ?? document.getElementById("content");
}

/** Returns handlers that restore the focus to the element that opened a dialog. Radix does this only for its own triggers. */
export function useFocusReturn() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      // No element has the focus when the URL opens the dialog.
      opener.current = document.activeElement === document.body ? null : document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      // The opener may be part of another closed dialog that has already restored the focus.
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      if (hasFocus && !opener.current?.isConnected) return;
      const target = opener.current?.isConnected ? opener.current : fallback();
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

export const Dialog = DialogPrimitive.Root;
export const DialogClose = DialogPrimitive.Close;

export const DialogOverlay = styled(
  DialogPrimitive.Overlay,
  "fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in",
);

/** Returns true for Escape in a search field with text. It clears the field and must not close the dialog. */
function isForSearchField({ target }: Event): boolean {
  return target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
}

const DOUBLE_CLICK_MS = 500;

/**
 * Renders the dialog's panel. It needs a DialogTitle. Without a DialogDescription pass `aria-describedby={undefined}`.
 * A click outside closes it, but not the second one of a double click on its opener.
 */
export function DialogContent({
  className,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onEscapeKeyDown,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content>) {
  const focus = useFocusReturn();
  const openedAt = useRef(0);
  return (
    <DialogPrimitive.Portal>
      <DialogOverlay />
      <DialogPrimitive.Content
        onOpenAutoFocus={(event) => {
          openedAt.current = performance.now();
          focus.onOpenAutoFocus();
          onOpenAutoFocus?.(event);
        }}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          focus.onCloseAutoFocus(event);
        }}
        onEscapeKeyDown={(event) => {
          if (isForSearchField(event)) event.preventDefault();
          else onEscapeKeyDown?.(event);
        }}
        onPointerDownOutside={(event) => {
          if (event.detail.originalEvent.timeStamp < openedAt.current + DOUBLE_CLICK_MS) event.preventDefault();
        }}
        className={cn(
          "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-xl bg-raised text-ink shadow-dialog outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl",
          className,
        )}
        {...props}
      />
    </DialogPrimitive.Portal>
  );
}

export function DialogHeader({
  className,
  closeLabel = "Close",
  children,
  ...props
}: ComponentProps<"header"> & { closeLabel?: string | null }) {
  return (
    <header className={cn("flex items-start gap-4 border-b px-5 py-4", className)} {...props}>
      <div className="grid min-w-0 flex-1 gap-0.5">{children}</div>
      {closeLabel === null ? null : (
        <DialogPrimitive.Close asChild>
          <Button variant="ghost" size="small-icon" aria-label={closeLabel} className="-mt-1 -mr-2">
            <X aria-hidden />
          </Button>
        </DialogPrimitive.Close>
      )}
    </header>
  );
}

export const DialogTitle = styled(DialogPrimitive.Title, "wrap-anywhere font-semibold text-lg");
export const DialogDescription = styled(DialogPrimitive.Description, "text-base text-ink-muted");
export const DialogBody = styled("div", "min-h-0 flex-1 overflow-y-auto px-5 py-4");
export const DialogFooter = styled("footer", "flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3");
