"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { PasswordInput } from "@/components/shared/form/password-input";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { announceSessionEnd } from "@/components/shared/session-end";
import { useLiveForm } from "@/components/shared/use-live-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type NewPassword, newPasswordFormSchema } from "@/lib/accounts/password-resets/schema";
import { newPasswordErrorMessage } from "./sign-in-error";
import { ViewHeading } from "./view-heading";

/** A mail's link, as the server found it. */
export interface ResetLink {
  token: string;
  /** Address of the account. */
  email: string;
}

interface NewPasswordFormProps {
  link: ResetLink;
  onChanged: () => void;
  /** The link was used or has expired while the page was open. */
  onInvalid: () => void;
}

export function NewPasswordForm({ link, onChanged, onInvalid }: NewPasswordFormProps) {
  const [failure, setFailure] = useState("");
  // With no defaults the fields keep what was typed into them before the script was here.
  const form = useForm<NewPassword>({ resolver: zodResolver(newPasswordFormSchema) });
  const { errors, isSubmitting } = form.formState;
  const heading = useId();

  async function save({ newPassword }: NewPassword) {
    setFailure("");
    try {
      await sendJson("POST", "/api/auth/reset-password", { token: link.token, newPassword });
      announceSessionEnd();
      onChanged();
    } catch (error) {
      const fields = error instanceof RequestError ? error.fields : {};
      if ("token" in fields) onInvalid();
      else if (fields.newPassword) form.setError("newPassword", { message: fields.newPassword }, { shouldFocus: true });
      else setFailure(newPasswordErrorMessage(error, navigator.onLine));
    }
  }

  const formProps = useLiveForm(form, save);

  return (
    <>
      <ViewHeading id={heading}>Reset Password</ViewHeading>
      <p className="wrap-anywhere text-ink-muted">
        Choose a new password for{" "}
        <strong className="font-medium text-ink">
          <bdi>{link.email}</bdi>
        </strong>
        .
      </p>
      <form {...formProps} aria-labelledby={heading} className="mt-6 grid gap-5">
        {/* For password managers, which keep a password under the name that stands beside it. */}
        <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
        <Field label="New Password" error={errors.newPassword?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              {...form.register("newPassword", { deps: "confirmation" })}
              what="new password"
              autoComplete="new-password"
              placeholder="min 8 characters"
              className="h-11"
            />
          )}
        </Field>
        <Field label="Confirm New Password" error={errors.confirmation?.message}>
          {(field) => (
            <PasswordInput {...field} {...form.register("confirmation")} what="confirmation" autoComplete="new-password" className="h-11" />
          )}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting} className="mt-1 w-full">
          {isSubmitting ? "Changing..." : "Save Password"}
        </Button>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
      </form>
    </>
  );
}
