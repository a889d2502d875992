import { RequestError } from "@/components/shared/request-json";

/**
 * What the person reads of a call of the file manager that failed (spec 001 §8): the server's own text when there is one.
 * @param failed when it answered without a text, e.g. `Failed to create folder`
 * @param broken when it did not answer at all, e.g. `Error creating folder`
 */
export function fileFailure(error: unknown, failed: string, broken: string): string {
  if (!(error instanceof RequestError) || error.status === 0) return broken;
  return error.message || failed;
}

/** `Failed to delete {name}: {error}`, or `Error deleting items` when no answer came. */
export function deleteFailure(error: unknown, name: string): string {
  const prefix = `Failed to delete ${name}: `;
  const isAnswer = error instanceof RequestError && error.status !== 0;
  return isAnswer ? `${prefix}${error.message || "Unknown error"}` : "Error deleting items";
}
