"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { type Failure, FormFailure } from "./form-failure";
import { DiscardQuestion, useLeaveQuestion } from "./use-leave-question";

interface FormDialogProps {
  title: string;
  description?: string;
  saveLabel: string;
  savingLabel?: string;
  isSaving: boolean;
  canSave?: boolean;
  isChanged: boolean;
  failure: Failure | null;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** Fixes the top of the dialog, so that messages don't move the form. */
const TOP_ALIGNED = "sm:top-[max(1rem,9dvh)] sm:max-h-[calc(100dvh-max(2rem,18dvh))] sm:translate-y-0";

/** Renders a form in a dialog that can't be closed while saving. Closing it with unsaved changes asks for confirmation. */
export function FormDialog({
  title,
  description,
  saveLabel,
  savingLabel = "Saving...",
  isSaving,
  canSave = true,
  isChanged,
  failure,
  onSubmit,
  onClose,
  className = "",
  children,
}: FormDialogProps) {
  const formId = useId();
  const question = useLeaveQuestion(isChanged);

  function close() {
    if (isSaving) return;
    if (isChanged) question.ask(onClose);
    else onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        {...(description ? {} : { "aria-describedby": undefined })}
        className={`${TOP_ALIGNED} ${className}`}
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.querySelector<HTMLElement>("input:not([hidden])")?.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {description ? <DialogDescription>{description}</DialogDescription> : null}
        </DialogHeader>
        <DialogBody>
          <form id={formId} noValidate method="post" onSubmit={onSubmit} className="grid gap-4">
            {children}
          </form>
        </DialogBody>
        {failure ? (
          <div className="px-5 pb-3">
            <FormFailure failure={failure} />
          </div>
        ) : null}
        <DialogFooter>
          <Button variant="secondary" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} disabled={!canSave}>
            {isSaving ? savingLabel : saveLabel}
          </Button>
        </DialogFooter>
        <DiscardQuestion question={question}>Your changes haven't been saved.</DiscardQuestion>
      </DialogContent>
    </Dialog>
  );
}
