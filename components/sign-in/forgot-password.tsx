"use client";

import { MailCheck } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { ForgotPasswordInput } from "@/lib/accounts/password-resets/schema";
import { lateRules } from "./late-rules";
import { authErrorMessage, EmailInput, FormNotice, type Messages, ViewHeading } from "./view-parts";

export const resetMessages: Messages = { 400: "Please enter a valid email address.", 404: "No account found with this email address." };

const resolver = lateRules(({ forgotPasswordRules }) => forgotPasswordRules);

interface ForgotPasswordFormProps {
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}

function ForgotPasswordForm({ email, onSent, onBack }: ForgotPasswordFormProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const form = useForm({ resolver, defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, send);
  const typed = useWatch({ control: form.control, name: "email" });
  const heading = useId();

  const focusEmail = useEffectEvent(() => form.setFocus("email"));
  useEffect(() => focusEmail(), []);

  async function send(input: ForgotPasswordInput) {
    setFailure("");
    try {
      const answer = (await sendJson("POST", "/api/auth/forgot-password", input)) as { message?: unknown } | null;
      if (!answer?.message) throw new TypeError("The answer has no message.");
      onSent(input.email);
    } catch (error) {
      setFailure(authErrorMessage(error, navigator.onLine, resetMessages));
    }
  }

  return (
    <>
      <ViewHeading id={heading}>Reset Password</ViewHeading>
      <p className="text-ink-muted">Enter the email address of your account. We will send you a link to set a new password.</p>
      <form {...early} aria-labelledby={heading} className="mt-6 grid gap-5">
        <Field label="Email" error={errors.email?.message}>
          {(field) => <EmailInput {...field} {...form.register("email")} />}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting} disabled={typed.trim() === ""} className="mt-1 w-full">
          {isSubmitting ? "Sending Reset Link..." : "Send Reset Link"}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
        <Button variant="link" size="inline" className="justify-self-center" onClick={onBack}>
          Back to Login
        </Button>
      </form>
    </>
  );
}

interface ResetMailSentProps {
  email: string;
  onAgain: () => void;
  onBack: () => void;
}

function ResetMailSent({ email, onAgain, onBack }: ResetMailSentProps) {
  return (
    <>
      <MailCheck aria-hidden className="mb-4 size-9 text-accent" />
      <ViewHeading takesFocus>Password reset email sent!</ViewHeading>
      <div className="grid gap-3 text-ink-muted">
        <p>
          If an account exists for{" "}
          <strong className="wrap-anywhere font-medium text-ink">
            <bdi>{email}</bdi>
          </strong>
          , instructions to reset the password will arrive within minutes.
        </p>
        <p>Didn't get it? Also check your spam folder.</p>
      </div>
      <div className="mt-7 grid gap-4">
        <Button variant="secondary" size="large" onClick={onBack}>
          Back to Login
        </Button>
        <Button variant="link" size="inline" className="justify-self-center" onClick={onAgain}>
          Send to a different email?
        </Button>
      </div>
    </>
  );
}

interface ForgotPasswordProps {
  email?: string;
  /** Says whom to ask on a server that sends no mails; null on others. */
  help: ReactNode;
  onBack: () => void;
}

export function ForgotPassword({ email = "", help, onBack }: ForgotPasswordProps) {
  const [first, setFirst] = useState(email);
  const [sentTo, setSentTo] = useState<string | null>(null);

  function startAgain() {
    setFirst("");
    setSentTo(null);
  }

  if (help) {
    return (
      <>
        <ViewHeading takesFocus>Reset Password</ViewHeading>
        {help}
        <Button variant="secondary" size="large" className="mt-7 w-full" onClick={onBack}>
          Back to Login
        </Button>
      </>
    );
  }
  if (sentTo !== null) return <ResetMailSent email={sentTo} onAgain={startAgain} onBack={onBack} />;
  return <ForgotPasswordForm email={first} onSent={setSentTo} onBack={onBack} />;
}
