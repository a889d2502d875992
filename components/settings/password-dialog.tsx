"use client";

import { FormDialog } from "@/components/shared/form/form-dialog";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Field } from "@/components/ui/field";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
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

/** Asks for the present password and a new one. */
export function PasswordDialog({ role, email, onChanged, onClose }: PasswordDialogProps) {
  const { marksRequired, newPasswordPlaceholder } = roleSettings[role];
  const { form, errors, dialog } = usePasswordForm(role, onChanged);
  return (
    <FormDialog
      {...dialog}
      title="Change Password"
      description="You stay logged in here. All your other sessions end."
      saveLabel="Save Password"
      savingLabel="Changing..."
      onClose={onClose}
      className="sm:max-w-md"
    >
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
    </FormDialog>
  );
}
