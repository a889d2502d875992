import { RequestError } from "@/components/shared/request-json";

/** Returns the server's message of a failed call, or `otherwise`. */
export function projectErrorMessage(error: unknown, otherwise: string): string {
  if (!(error instanceof RequestError)) return otherwise;
  if (error.status === 0) return "Error connecting to server";
  return error.message || otherwise;
}
