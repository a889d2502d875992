import { RequestError } from "@/components/shared/request-json";

/** Returns the server's message of a failed call, else `failed`, or `broken` when the server did not respond. */
export function fileFailure(error: unknown, failed: string, broken: string): string {
  if (!(error instanceof RequestError) || error.status === 0) return broken;
  return error.message || failed;
}

export function deleteFailure(error: unknown, name: string): string {
  const prefix = `Failed to delete ${name}: `;
  const isAnswer = error instanceof RequestError && error.status !== 0;
  return isAnswer ? `${prefix}${error.message || "Unknown error"}` : "Error deleting items";
}
