"use client";

import { AlertDialog as AlertDialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { Button, type ButtonProps } from "./button";
import { classNames } from "./class-names";
import { useReturnedFocus } from "./use-returned-focus";

export const AlertDialog = AlertDialogPrimitive.Root;
export const AlertDialogTrigger = AlertDialogPrimitive.Trigger;

/** A question that must be answered: a click beside it does not close it. */
export function AlertDialogContent({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  const focus = useReturnedFocus();
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay className="fixed inset-0 z-50 bg-overlay backdrop-blur-[2px] data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in" />
      <AlertDialogPrimitive.Content
        {...focus}
        className={classNames(
          "fixed top-1/2 left-1/2 z-50 grid w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-2 rounded-xl bg-raised p-5 text-ink shadow-dialog outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in",
          className,
        )}
        {...props}
      />
    </AlertDialogPrimitive.Portal>
  );
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Title>) {
  return <AlertDialogPrimitive.Title className={classNames("font-semibold text-lg", className)} {...props} />;
}

export function AlertDialogDescription({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Description>) {
  return <AlertDialogPrimitive.Description className={classNames("wrap-anywhere text-ink-muted", className)} {...props} />;
}

export function AlertDialogFooter({ className, ...props }: ComponentProps<"footer">) {
  return <footer className={classNames("mt-3 flex flex-wrap justify-end gap-2", className)} {...props} />;
}

export function AlertDialogCancel({ variant = "secondary", ...props }: ButtonProps) {
  return (
    <AlertDialogPrimitive.Cancel asChild>
      <Button variant={variant} {...props} />
    </AlertDialogPrimitive.Cancel>
  );
}

/** Also closes the dialog, unless its `onClick` prevents that. */
export function AlertDialogAction({ variant = "danger", ...props }: ButtonProps) {
  return (
    <AlertDialogPrimitive.Action asChild>
      <Button variant={variant} {...props} />
    </AlertDialogPrimitive.Action>
  );
}
