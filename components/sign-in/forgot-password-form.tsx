"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { sendJson } from "@/components/shared/request-json";
import { useLiveForm } from "@/components/shared/use-live-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type ForgotPasswordInput, forgotPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { EmailInput } from "./email-input";
import { resetErrorMessage } from "./sign-in-error";
import { ViewHeading } from "./view-heading";

/** Spec 000 §7: presence of a message marks success. */
const answerSchema = z.object({ message: z.string().min(1) });

interface ForgotPasswordFormProps {
  email: string;
  /** Called with the address that the mail was asked for. */
  onSent: (email: string) => void;
  onBack: () => void;
}

export function ForgotPasswordForm({ email, onSent, onBack }: ForgotPasswordFormProps) {
  const [failure, setFailure] = useState("");
  const form = useForm<ForgotPasswordInput>({ resolver: zodResolver(forgotPasswordSchema), defaultValues: { email } });
  const { control, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const isBlank = useWatch({ control, name: "email" }).trim() === "";
  const heading = useId();

  useEffect(() => setFocus("email"), [setFocus]);

  async function send(input: ForgotPasswordInput) {
    setFailure("");
    try {
      answerSchema.parse(await sendJson("POST", "/api/auth/forgot-password", input));
      onSent(input.email);
    } catch (error) {
      setFailure(resetErrorMessage(error, navigator.onLine));
    }
  }

  const formProps = useLiveForm(form, send);

  return (
    <>
      <ViewHeading id={heading}>Reset Password</ViewHeading>
      <p className="text-ink-muted">Enter the email address of your account. We will send you a link to set a new password.</p>
      <form {...formProps} aria-labelledby={heading} className="mt-6 grid gap-5">
        <Field label="Email" error={errors.email?.message}>
          {(field) => <EmailInput {...field} {...form.register("email")} />}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting} disabled={isBlank} className="mt-1 w-full">
          {isSubmitting ? "Sending Reset Link..." : "Send Reset Link"}
        </Button>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <Button variant="link" size="inline" className="justify-self-center" onClick={onBack}>
          Back to Login
        </Button>
      </form>
    </>
  );
}
