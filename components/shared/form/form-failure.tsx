import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isSignedOut } from "../load-error";

export interface Failure {
  message: string;
  /** The session has ended; the user can save after logging in in another tab. */
  isSignedOut: boolean;
}

export function failureOf(error: unknown, message: string): Failure {
  return { message, isSignedOut: isSignedOut(error) };
}

/** Stays in the form until the next attempt. */
export function FormFailure({ failure, className }: { failure: Failure; className?: string }) {
  const logIn = (
    <Button asChild variant="secondary" size="small">
      <a href="/login" target="_blank" rel="noopener">
        Log In
      </a>
    </Button>
  );
  return (
    <Notice tone="error" actions={failure.isSignedOut ? logIn : null} className={className}>
      {failure.message}
      {failure.isSignedOut ? <p>What you typed stays here, to be saved once you have logged in.</p> : null}
    </Notice>
  );
}
