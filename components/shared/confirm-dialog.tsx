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
  /** True while the confirmed action runs. When it is set, the dialog stays open until the caller closes it. */
  isBusy?: boolean;
  /** Makes the cancel button stop the confirmed action while it runs. */
  onStop?: () => void;
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
  onStop,
  onConfirm,
  onCancel,
  className,
}: ConfirmDialogProps) {
  // Keeps the text while the dialog fades out. The caller may have cleared it by then.
  const [lastText, setLastText] = useState(children);
  if (isOpen && lastText !== children) setLastText(children);
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onCancel())}>
      <AlertDialogContent className={className}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{isOpen ? children : lastText}</AlertDialogDescription>
        {details}
        <AlertDialogFooter>
          <AlertDialogCancel disabled={isBusy && !onStop} onClick={isBusy ? onStop : undefined}>
            {isBusy && onStop ? "Stop" : cancelLabel}
          </AlertDialogCancel>
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
