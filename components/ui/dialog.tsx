"use client";

import { X } from "lucide-react";
import { Dialog as DialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useReturnedFocus } from "./use-returned-focus";

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

export function DialogOverlay({ className, ...props }: ComponentProps<typeof DialogPrimitive.Overlay>) {
  return (
    <DialogPrimitive.Overlay
      className={classNames(
        "fixed inset-0 z-40 bg-overlay backdrop-blur-[2px] data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in",
        className,
      )}
      {...props}
    />
  );
}

/** Escape in a search field with something in it clears the field, and only that. */
function isForSearchField({ target }: Event): boolean {
  return target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
}

/**
 * The dialog's panel: in the middle of wide screens, along the bottom edge of narrow ones.
 * It wants a DialogTitle; without a DialogDescription pass `aria-describedby={undefined}`.
 */
export function DialogContent({
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onEscapeKeyDown,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content>) {
  const focus = useReturnedFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogOverlay />
      <DialogPrimitive.Content
        onOpenAutoFocus={(event) => {
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
        className={classNames(
          "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-xl bg-raised text-ink shadow-dialog outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl",
          className,
        )}
        {...props}
      >
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** Title, description and, unless `closeLabel` is null, a close button at the right. */
export function DialogHeader({
  className,
  closeLabel = "Close",
  children,
  ...props
}: ComponentProps<"header"> & { closeLabel?: string | null }) {
  return (
    <header className={classNames("flex items-start gap-4 border-b px-5 py-4", className)} {...props}>
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

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return <DialogPrimitive.Title className={classNames("wrap-anywhere font-semibold text-lg", className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return <DialogPrimitive.Description className={classNames("text-base text-ink-muted", className)} {...props} />;
}

/** The part that scrolls. */
export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={classNames("min-h-0 flex-1 overflow-y-auto px-5 py-4", className)} {...props} />;
}

export function DialogFooter({ className, ...props }: ComponentProps<"footer">) {
  return <footer className={classNames("flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3", className)} {...props} />;
}
