"use client";

import { useId, useState } from "react";
import { PasswordFields, usePasswordForm } from "@/components/settings/password-fields";
import { FormFailure, formFailure } from "@/components/shared/form/form-failure";
import { BannerProvider } from "@/components/shared/notices/banner-provider";
import { ViewHeading } from "@/components/sign-in/view-parts";
import { Button } from "@/components/ui/button";
import type { Role } from "@/lib/accounts/sessions/schema";
import { LogOutLink } from "./logout-button";

interface ChangePasswordViewProps {
  /** Path to open afterwards. */
  next: string;
  role: Role;
  email: string;
}

/** Asks for a password in place of one that the account has not chosen. */
export function ChangePasswordView({ next, role, email }: ChangePasswordViewProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const { form, submit } = usePasswordForm({ role }, () => {
    setIsLeaving(true);
    // A page load, because `next` may be a map and not a page of this application.
    window.location.assign(next);
  });
  const { errors, isSubmitting } = form.formState;
  const failure = formFailure(errors);
  const isBusy = isSubmitting || isLeaving;
  const heading = useId();
  return (
    <BannerProvider>
      <ViewHeading id={heading}>Choose a new password</ViewHeading>
      <p className="text-ink-muted">
        Someone else has set the password of <bdi className="wrap-anywhere font-medium text-ink">{email}</bdi>. Choose one that only you
        know to continue.
      </p>
      <form noValidate method="post" onSubmit={submit} aria-labelledby={heading} className="mt-6 grid gap-5">
        <PasswordFields form={form} role={role} email={email} inputClassName="h-11" />
        <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
          {isBusy ? "Changing..." : "Save Password"}
        </Button>
        {failure ? <FormFailure failure={failure} /> : null}
        <LogOutLink />
      </form>
    </BannerProvider>
  );
}
