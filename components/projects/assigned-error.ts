import { RequestError } from "@/components/shared/request-json";

/** What the person reads when the list of their projects did not load (spec 000 §8): the server's message whenever there is one. */
export function assignedErrorMessage(error: unknown): string {
  if (!(error instanceof RequestError) || error.status === 0) {
    return "Unable to connect to the server. Please check your internet connection.";
  }
  if (error.message) return error.message;
  return error.status === 401 ? "Your session has expired. Please log in again." : `Failed to load projects (${error.status})`;
}
