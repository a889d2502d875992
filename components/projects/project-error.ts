import { RequestError } from "@/components/shared/request-json";

/**
 * What the person reads when something about a project did not work (spec 001 §8): the server's message, or `otherwise`.
 * @param otherwise what is said of an error that does not speak for itself
 */
export function projectErrorMessage(error: unknown, otherwise: string): string {
  if (!(error instanceof RequestError)) return otherwise;
  if (error.status === 0) return "Error connecting to server";
  return error.message || otherwise;
}

/** True when the project is no longer there. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}
