import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { isSignedOut, serverMessage } from "../load-error";
import { RequestError } from "../request-json";
import type { Failure } from "./form-failure";

/** Type of the error of a form whose session has ended. */
const SIGNED_OUT = "signed-out";

/**
 * Puts what the server found wrong by the fields of the form, with the focus on the first of them, or, when it names no
 * field of this form, on the form as a whole (`errors.root`).
 * @param otherwise what is said when the server gave no message
 */
export function showServerError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  otherwise: string,
): void {
  const wrong = error instanceof RequestError ? error.fields : {};
  const names = (Object.keys(form.getValues()) as FieldPath<Values>[]).filter((name) => wrong[name]);
  for (const [index, name] of names.entries()) {
    form.setError(name, { type: "server", message: wrong[name] }, { shouldFocus: index === 0 });
  }
  if (names.length === 0)
    form.setError("root", { type: isSignedOut(error) ? SIGNED_OUT : "server", message: serverMessage(error, otherwise) });
}

/** Why the form as a whole was not saved, as showServerError put it there. */
export function formFailure({ root }: FieldErrors): Failure | null {
  return root?.message ? { message: root.message, isSignedOut: root.type === SIGNED_OUT } : null;
}
