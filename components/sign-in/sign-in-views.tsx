"use client";

import { useState } from "react";
import { ForgotPassword } from "./forgot-password";
import { SignInForm } from "./sign-in-form";
import { ViewHeading } from "./view-heading";

interface SignInViewsProps {
  /** Path to go on to; checked before it comes here. */
  next: string;
}

/** Signing in, and the reset view: two views of one address. */
export function SignInViews({ next }: SignInViewsProps) {
  const [view, setView] = useState<"sign-in" | "reset">("sign-in");
  const [email, setEmail] = useState("");
  /** The first view has not taken the focus from anywhere; every later one has. */
  const [isReturning, setIsReturning] = useState(false);

  function forget(typed: string) {
    setEmail(typed);
    setView("reset");
  }

  function goBack() {
    setIsReturning(true);
    setView("sign-in");
  }

  if (view === "reset") return <ForgotPassword email={email} onBack={goBack} />;
  return (
    <>
      <ViewHeading id="sign-in-heading">Sign in</ViewHeading>
      <SignInForm next={next} email={email} takesFocus={isReturning} labelledBy="sign-in-heading" onForgot={forget} />
    </>
  );
}
