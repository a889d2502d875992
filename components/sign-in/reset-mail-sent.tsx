"use client";

import { MailCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ViewHeading } from "./view-heading";

interface ResetMailSentProps {
  /** Address that the mail was asked for. */
  email: string;
  onAgain: () => void;
  onBack: () => void;
}

/** The mail is on its way, if there is an account for the address; this screen knows no more than that. */
export function ResetMailSent({ email, onAgain, onBack }: ResetMailSentProps) {
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
        <p>Nothing there? Please check your spam folder as well.</p>
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
