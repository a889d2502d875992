"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { beginSingleSignOn } from "./begin-single-sign-on";
import { authErrorMessage, OrLine } from "./view-parts";

interface SingleSignOnProps {
  /** Path to open after signing in. */
  next: string;
  /** Name of the provider. */
  label: string;
  /** Why the last attempt failed: a refusal of ours, or an error code of NextAuth. */
  error: string | null;
  /** Whether there is no password form above it. */
  isAlone: boolean;
}

const ASK = "Please ask an administrator.";

/** Returns why a sign-in at the provider failed. @param error a refusal of ours, or an error code of NextAuth */
export function messageFor(error: string, label: string): string {
  switch (error) {
    case "unverified":
      return "Your email address isn't verified by the provider.";
    case "domain":
      return `Email addresses of this domain can't sign in here. ${ASK}`;
    case "removed":
      return `Your account was removed. ${ASK}`;
    case "ended":
      return `Your account has ended. ${ASK}`;
    case "taken":
      return `Someone else signs in to the account with this email address. ${ASK}`;
    case "superadmin":
      return "Sign in with your password, and link single sign-on in your settings first.";
    case "OAuthSignin":
      return `The provider of ${label} can't be reached. Please try again later.`;
    default:
      return "Signing in was not completed. Please try again.";
  }
}

export function SingleSignOn({ next, label, error, isAlone }: SingleSignOnProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(error ? messageFor(error, label) : "");

  // The Back button shows this page as it was left.
  useEffect(() => {
    const wake = () => setIsBusy(false);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);

  async function open() {
    setIsBusy(true);
    setFailure("");
    try {
      window.location.assign(await beginSingleSignOn(next));
    } catch (problem) {
      setFailure(authErrorMessage(problem, navigator.onLine));
      setIsBusy(false);
    }
  }

  return (
    <div className="mt-7 grid gap-5">
      {isAlone ? null : <OrLine />}
      <Button
        variant={isAlone ? "primary" : "secondary"}
        size="large"
        busy={isBusy}
        onClick={open}
        className="h-auto min-h-11 w-full whitespace-normal"
      >
        Sign in with {label}
      </Button>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
    </div>
  );
}
