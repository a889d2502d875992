"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { PasswordInput } from "@/components/shared/form/password-input";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { announceSessionEnd } from "@/components/shared/session-end";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type NewPassword, newPasswordFormSchema } from "@/lib/accounts/password-resets/schema";
import { ForgotPassword } from "./forgot-password";
import { authErrorMessage, FormNotice, ViewHeading } from "./view-parts";

interface ResetLink {
  token: string;
  email: string;
}

interface NewPasswordFormProps {
  link: ResetLink;
  onChanged: () => void;
  /** Called when the link was used or expired while the page was open. */
  onInvalid: () => void;
}

function NewPasswordForm({ link, onChanged, onInvalid }: NewPasswordFormProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const form = useForm({ resolver: zodResolver(newPasswordFormSchema), defaultValues: { newPassword: "", confirmation: "" } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, save);
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
      else if (fields["newPassword"]) form.setError("newPassword", { message: fields["newPassword"] }, { shouldFocus: true });
      else setFailure(authErrorMessage(error, navigator.onLine));
    }
  }

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
      <form {...early} aria-labelledby={heading} className="mt-6 grid gap-5">
        {/* Password managers save this username with the new password. */}
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
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
      </form>
    </>
  );
}

interface InvalidLinkProps {
  message: string;
  isAnnounced: boolean;
  onRequestNew: () => void;
}

function InvalidLink({ message, isAnnounced, onRequestNew }: InvalidLinkProps) {
  return (
    <>
      <ViewHeading takesFocus={isAnnounced}>Reset Password</ViewHeading>
      <Notice tone="error" live={isAnnounced} className="mt-5">
        {message}
      </Notice>
      <div className="mt-7 grid gap-4">
        <Button size="large" onClick={onRequestNew} className="whitespace-normal">
          Request a New Link
        </Button>
        <Button asChild variant="link" size="inline" className="justify-self-center">
          <Link href="/login">Back to Login</Link>
        </Button>
      </div>
    </>
  );
}

function PasswordChanged() {
  return (
    <>
      <CircleCheck aria-hidden className="mb-4 size-9 text-accent" />
      <ViewHeading takesFocus>Password changed successfully</ViewHeading>
      <p className="text-ink-muted">You are signed out on all devices. Sign in with your new password.</p>
      <Button asChild size="large" className="mt-7 w-full">
        {/* Not a Link: a page load discards the token and the previous session. */}
        <a href="/login">Log In</a>
      </Button>
    </>
  );
}

type View = "form" | "changed" | "invalid" | "request-new";

interface NewPasswordViewsProps {
  /** Null for an invalid or expired link. */
  link: ResetLink | null;
  /** The message for such a link. */
  invalid: string;
  /** See ForgotPassword. */
  help: ReactNode;
}

/** Shows the steps of a password reset. */
export function NewPasswordViews({ link, invalid, help }: NewPasswordViewsProps) {
  const [view, setView] = useState<View>(link ? "form" : "invalid");
  const router = useRouter();

  if (view === "form" && link) {
    return <NewPasswordForm link={link} onChanged={() => setView("changed")} onInvalid={() => setView("invalid")} />;
  }
  if (view === "changed") return <PasswordChanged />;
  if (view === "request-new") return <ForgotPassword email={link?.email} help={help} onBack={() => router.push("/login")} />;
  return <InvalidLink message={invalid} isAnnounced={link !== null} onRequestNew={() => setView("request-new")} />;
}
