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
  /** The question. */
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** False for what can be taken back again. */
  isDangerous?: boolean;
  /** What a yes began is under way. With this given, true or false, the question stays until the caller takes it away. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before something that many people will notice, or that cannot be taken back. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel = "Cancel",
  isDangerous = true,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  // While it fades out, what it asked about is often gone already: its words must not change under the reader's eyes.
  const [asked, setAsked] = useState(children);
  if (isOpen && asked !== children) setAsked(children);
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onCancel())}>
      <AlertDialogContent>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{isOpen ? children : asked}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={isBusy}>{cancelLabel}</AlertDialogCancel>
          <AlertDialogAction
            variant={isDangerous ? "danger" : "primary"}
            busy={isBusy}
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
