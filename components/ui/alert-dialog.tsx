"use client";

import * as AlertDialogPrimitive from "@radix-ui/react-alert-dialog";
import type { ComponentProps } from "react";
import { Button, type ButtonProps } from "./button";
import { cn, styled } from "./cn";
import { useFocusReturn } from "./dialog";

export const AlertDialog = AlertDialogPrimitive.Root;

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  const focus = useFocusReturn();
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-overlay-out data-[state=open]:animate-overlay-in" />
      <AlertDialogPrimitive.Content
        {...focus}
        className={cn(
          "fixed top-1/2 left-1/2 z-50 grid w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-2 rounded-xl bg-raised p-5 text-ink shadow-dialog outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in",
          className,
        )}
        {...props}
      />
    </AlertDialogPrimitive.Portal>
  );
}

export const AlertDialogTitle = styled(AlertDialogPrimitive.Title, "font-semibold text-lg");
export const AlertDialogDescription = styled(AlertDialogPrimitive.Description, "wrap-anywhere text-ink-muted");
export const AlertDialogFooter = styled("footer", "mt-3 flex flex-wrap justify-end gap-2");

export function AlertDialogCancel({ variant = "secondary", ...props }: ButtonProps) {
  return (
    <AlertDialogPrimitive.Cancel asChild>
      <Button variant={variant} {...props} />
    </AlertDialogPrimitive.Cancel>
  );
}

export function AlertDialogAction({ variant = "danger", ...props }: ButtonProps) {
  return (
    <AlertDialogPrimitive.Action asChild>
      <Button variant={variant} {...props} />
    </AlertDialogPrimitive.Action>
  );
}
