import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isSignedOut } from "../load-error";

export interface Failure {
  message: string;
  /** True when the session has ended. The user can log in in another tab and then save. */
  isSignedOut: boolean;
}

export function failureOf(error: unknown, message: string): Failure {
  return { message, isSignedOut: isSignedOut(error) };
}

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
      {failure.isSignedOut ? <p>Your changes are still here. Log in, then save again.</p> : null}
    </Notice>
  );
}
