"use client";

import { type ReactNode, useState } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  details?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  canConfirm?: boolean;
  /** True while the confirmed action runs. When given, the dialog stays open until the caller closes it. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  className?: string;
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  details,
  confirmLabel,
  cancelLabel = "Cancel",
  isDangerous = true,
  canConfirm = true,
  isBusy,
  onConfirm,
  onCancel,
  className,
}: ConfirmDialogProps) {
  // Keeps the text while the dialog fades out, when its subject is often gone.
  const [asked, setAsked] = useState(children);
  if (isOpen && asked !== children) setAsked(children);
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onCancel())}>
      <AlertDialogContent className={className}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{isOpen ? children : asked}</AlertDialogDescription>
        {details}
        <AlertDialogFooter>
          <AlertDialogCancel disabled={isBusy}>{cancelLabel}</AlertDialogCancel>
          <AlertDialogAction
            variant={isDangerous ? "danger" : "primary"}
            busy={isBusy}
            disabled={!canConfirm}
            onClick={(event) => {
              if (isBusy !== undefined) event.preventDefault();
              onConfirm();
            }}
          >
            {confirmLabel}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
