import { RequestError } from "@/components/shared/request-json";

const messageOfStatus: Readonly<Record<number, string>> = {
  400: "Email and password are required.",
  401: "Invalid credentials.",
  500: "Server error. Please try again later.",
};

const networkError = "Network error. Please check your connection and try again.";
const refused = "Cannot connect to server. Please check if the server is running.";

/** Said of a good answer that brings no token. */
export const noTokenMessage = "Login failed. Please try again.";

/**
 * What the person reads when signing in failed (spec 000 §8). The server's own message comes first.
 * A browser does not say whether a connection was refused or lost; it does know when the machine itself is offline.
 */
export function signInErrorMessage(error: unknown, isOnline: boolean): string {
  if (!(error instanceof RequestError)) return networkError;
  if (error.message) return error.message;
  if (error.status === 0) return isOnline ? refused : networkError;
  return messageOfStatus[error.status] ?? networkError;
}
