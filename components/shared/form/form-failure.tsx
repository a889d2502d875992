import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isSignedOut, RequestError, serverMessage } from "../request-json";

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
      {failure.isSignedOut ? <p>Your changes are still here. Sign in, then save again.</p> : null}
    </Notice>
  );
}

const SIGNED_OUT = "signed-out";

/**
 * Shows the server's errors at the form's fields and focuses the first one. Other errors go to `errors.root`.
 * @param fallback message when the server sent none
 */
export function showServerError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fallback: string,
): void {
  const wrong = error instanceof RequestError ? error.fields : {};
  const names = (Object.keys(form.getValues()) as FieldPath<Values>[]).filter((name) => wrong[name]);
  for (const [index, name] of names.entries()) {
    form.setError(name, { type: "server", message: wrong[name] }, { shouldFocus: index === 0 });
  }
  if (names.length === 0)
    form.setError("root", { type: isSignedOut(error) ? SIGNED_OUT : "server", message: serverMessage(error, fallback) });
}

export function formFailure({ root }: FieldErrors): Failure | null {
  return root?.message ? { message: root.message, isSignedOut: root.type === SIGNED_OUT } : null;
}
