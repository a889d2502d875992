"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { NOTICE_MS } from "./notice-times";
import { useDismissTimer } from "./use-dismiss-timer";

interface FormDialogProps {
  title: string;
  saveLabel: string;
  isSaving: boolean;
  /** False while something that would be saved is still on its way. */
  canSave?: boolean;
  /** Why it was not saved, when no field is to blame. */
  error: string | undefined;
  /** Its time is over. */
  onErrorShown: () => void;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the screen. Escape closes it, but nothing does while it is being saved, and no click beside it ever. */
export function FormDialog({
  title,
  saveLabel,
  isSaving,
  canSave = true,
  error,
  onErrorShown,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog open onOpenChange={(open) => (open || isSaving ? undefined : onClose())}>
      <DialogContent
        aria-describedby={undefined}
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          // The first field, not the close button that stands before it.
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.querySelector("input")?.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody>
          <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
            {children}
          </form>
        </DialogBody>
        {error ? <FormError key={error} message={error} onDismiss={onErrorShown} /> : null}
        <DialogFooter>
          <Button variant="secondary" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} disabled={!canSave}>
            {isSaving ? "Saving..." : saveLabel}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function FormError({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  const element = useDismissTimer(NOTICE_MS, onDismiss);
  return (
    <div ref={element} className="px-5 pb-3">
      <Notice tone="error">{message}</Notice>
    </div>
  );
}
