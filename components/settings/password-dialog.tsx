"use client";

import { PasswordInput } from "@/components/shared/password-input";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/schema";
import type { Role } from "@/lib/sessions/schema";
import { FailureNotice } from "./failure-notice";
import { roleSettings } from "./role-settings";
import { type PasswordAnswer, usePasswordForm } from "./use-password-form";

const fields = [
  { name: "currentPassword", label: "Current Password", what: "current password", autoComplete: "current-password", isNew: false },
  { name: "newPassword", label: "New Password", what: "new password", autoComplete: "new-password", isNew: true },
  { name: "confirmPassword", label: "Confirm New Password", what: "confirmation", autoComplete: "new-password", isNew: true },
] as const;

interface PasswordDialogProps {
  role: Role;
  /** Tells password managers whose password it is. */
  email: string;
  onChanged: (answer: PasswordAnswer) => void;
  onClose: () => void;
}

/** Asks for the present password and a new one. While it saves, it stays. */
export function PasswordDialog({ role, email, onChanged, onClose }: PasswordDialogProps) {
  const { marksRequired, newPasswordPlaceholder } = roleSettings[role];
  const { form, submit, isBusy, isComplete, failure, clearFailure } = usePasswordForm(role, onChanged);
  const { errors } = form.formState;
  return (
    <Dialog open onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <DialogContent
        className="sm:max-w-md"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          form.setFocus("currentPassword");
        }}
      >
        <DialogHeader>
          <DialogTitle>Change Password</DialogTitle>
          <DialogDescription>You stay logged in here. All your other sessions end.</DialogDescription>
        </DialogHeader>
        <form noValidate method="post" onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="grid content-start gap-4">
            {failure ? <FailureNotice message={failure} onDismiss={clearFailure} /> : null}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            {fields.map(({ name, label, what, autoComplete, isNew }) => (
              <Field key={name} label={label} required={marksRequired} error={errors[name]?.message}>
                {(control) => (
                  <PasswordInput
                    {...control}
                    {...form.register(name)}
                    what={what}
                    autoComplete={autoComplete}
                    required={marksRequired}
                    minLength={isNew ? NEW_PASSWORD_MIN : undefined}
                    placeholder={name === "newPassword" ? newPasswordPlaceholder : undefined}
                  />
                )}
              </Field>
            ))}
          </DialogBody>
          <DialogFooter>
            <Button variant="secondary" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isComplete} busy={isBusy}>
              {isBusy ? "Changing..." : "Save Password"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
