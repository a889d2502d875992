"use client";

import { useState } from "react";
import { ForgotPasswordForm } from "./forgot-password-form";
import { ResetMailSent } from "./reset-mail-sent";

interface ForgotPasswordProps {
  /** What the field begins with: the address that was typed before, most likely the right one. */
  email?: string;
  onBack: () => void;
}

/** The reset view: the form, then the news that the mail is on its way. "Send to a different email?" leads to an empty form. */
export function ForgotPassword({ email = "", onBack }: ForgotPasswordProps) {
  const [first, setFirst] = useState(email);
  const [sentTo, setSentTo] = useState<string | null>(null);

  function startAgain() {
    setFirst("");
    setSentTo(null);
  }

  if (sentTo !== null) return <ResetMailSent email={sentTo} onAgain={startAgain} onBack={onBack} />;
  return <ForgotPasswordForm email={first} onSent={setSentTo} onBack={onBack} />;
}
