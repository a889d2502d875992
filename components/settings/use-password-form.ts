"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { RequestError, sendJson } from "@/components/shared/request-json";
import type { Role } from "@/lib/accounts/sessions/schema";
import { PASSWORD_CHANGED, type PasswordForm, passwordFormSchema } from "@/lib/profile/schema";
import { failureMessage } from "./failure-message";
import { roleSettings } from "./role-settings";

const answerSchema = z.object({ message: z.string().catch(PASSWORD_CHANGED), endedSessions: z.int().catch(0) });
export type PasswordAnswer = z.infer<typeof answerSchema>;

/**
 * The form of one's own password.
 * @param onChanged called when the password is another one
 */
export function usePasswordForm(role: Role, onChanged: (answer: PasswordAnswer) => void) {
  const { password, missing, marksRequired } = roleSettings[role];
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordFormSchema(role)),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });

  const typed = useWatch({ control: form.control });

  async function change({ currentPassword, newPassword }: PasswordForm) {
    setFailure(null);
    try {
      onChanged(answerSchema.parse(await sendJson("POST", password.path, { [password.currentField]: currentPassword, newPassword })));
    } catch (error) {
      const wrong = error instanceof RequestError ? error.fields : {};
      if (wrong["currentPassword"]) form.setError("currentPassword", { message: wrong["currentPassword"] }, { shouldFocus: true });
      else if (wrong["newPassword"]) form.setError("newPassword", { message: wrong["newPassword"] }, { shouldFocus: true });
      else setFailure(failureOf(error, failureMessage(error, { failed: "Failed to change password", missing })));
    }
  }

  const { errors, isDirty, isSubmitting } = form.formState;
  const dialog = {
    isSaving: isSubmitting,
    /** False while fields that are marked as required are empty. */
    canSave: !marksRequired || Object.values(typed).every(Boolean),
    isChanged: isDirty,
    failure,
    onSubmit: form.handleSubmit(change),
  };
  return { form, errors, dialog };
}
