"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ForgotPassword } from "./forgot-password";
import { InvalidLink } from "./invalid-link";
import { NewPasswordForm, type ResetLink } from "./new-password-form";
import { PasswordChanged } from "./password-changed";

type View = "form" | "changed" | "invalid" | "ask-again";

/** A new password, or another link when this one is no longer good. */
export function NewPasswordViews({ link }: { link: ResetLink | null }) {
  const [view, setView] = useState<View>(link ? "form" : "invalid");
  const router = useRouter();

  if (view === "form" && link) {
    return <NewPasswordForm link={link} onChanged={() => setView("changed")} onInvalid={() => setView("invalid")} />;
  }
  if (view === "changed") return <PasswordChanged />;
  if (view === "ask-again") return <ForgotPassword email={link?.email} onBack={() => router.push("/login")} />;
  // With a link it is news: it was good when the page was opened, and has been used or expired since.
  return <InvalidLink isNews={link !== null} onAskAgain={() => setView("ask-again")} />;
}
