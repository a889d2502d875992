import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isSignedOut } from "../load-error";

/** Why a form was not saved. */
export interface Failure {
  message: string;
  /** The session has ended: it can be saved once the person has logged in again, elsewhere. */
  isSignedOut: boolean;
}

/** @param message what is said of the error */
export function failureOf(error: unknown, message: string): Failure {
  return { message, isSignedOut: isSignedOut(error) };
}

/** Stands in the form until the next try: nobody has to read against the clock what keeps them from going on. */
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
