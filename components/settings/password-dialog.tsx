"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { serverMessage, UNREACHABLE } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";
import { Field } from "@/components/ui/field";
import { PASSWORD_CHANGED, type PasswordForm, passwordFormSchema } from "@/lib/accounts/profile/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";
import { roleSettings } from "./role-settings";

const answerSchema = z.object({ message: z.string().catch(PASSWORD_CHANGED), endedSessions: z.int().catch(0) });
export type PasswordAnswer = z.infer<typeof answerSchema>;

const fields = [
  { name: "currentPassword", label: "Current Password", what: "current password", autoComplete: "current-password", isNew: false },
  { name: "newPassword", label: "New Password", what: "new password", autoComplete: "new-password", isNew: true },
  { name: "confirmPassword", label: "Confirm New Password", what: "confirmation", autoComplete: "new-password", isNew: true },
] as const;

interface PasswordDialogProps {
  role: Role;
  email: string;
  onChanged: (answer: PasswordAnswer) => void;
  onClose: () => void;
}

export function PasswordDialog({ role, email, onChanged, onClose }: PasswordDialogProps) {
  const { password, missing, marksRequired, newPasswordPlaceholder } = roleSettings[role];
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordFormSchema(role)),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const typed = useWatch({ control: form.control });
  const { errors, isDirty, isSubmitting } = form.formState;

  async function change({ currentPassword, newPassword }: PasswordForm) {
    try {
      onChanged(answerSchema.parse(await sendJson("POST", password.path, { [password.currentField]: currentPassword, newPassword })));
    } catch (error) {
      showServerError(form, error, serverMessage(error, "Failed to change password", { ...UNREACHABLE, 401: missing }));
    }
  }

  return (
    <FormDialog
      isSaving={isSubmitting}
      canSave={!marksRequired || Object.values(typed).every(Boolean)}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={form.handleSubmit(change)}
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
