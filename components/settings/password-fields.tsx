"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { UNREACHABLE } from "@/components/shared/load-error";
import { sendJson, serverMessage } from "@/components/shared/request-json";
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

interface Owner {
  role: Role;
  email: string;
}

/** Returns the form with which accounts change their own password, and its submit handler. */
export function usePasswordForm({ role }: Pick<Owner, "role">, onChanged: (answer: PasswordAnswer) => void) {
  const { password, missing } = roleSettings[role];
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordFormSchema(role)),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      onChanged(answerSchema.parse(await sendJson("POST", password.path, { [password.currentField]: currentPassword, newPassword })));
    } catch (error) {
      showServerError(form, error, serverMessage(error, "Failed to change password", { ...UNREACHABLE, 401: missing }));
    }
  });
  return { form, submit };
}

interface PasswordFieldsProps extends Owner {
  form: UseFormReturn<PasswordForm>;
  inputClassName?: string;
}

export function PasswordFields({ form, role, email, inputClassName }: PasswordFieldsProps) {
  const { marksRequired, newPasswordPlaceholder } = roleSettings[role];
  const { errors } = form.formState;
  return (
    <>
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
              className={inputClassName}
            />
          )}
        </Field>
      ))}
    </>
  );
}
