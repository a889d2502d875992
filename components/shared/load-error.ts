import { isSignedOut, RequestError } from "./request-json";

export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}

export function retryLabel(error: unknown): string {
  return isSignedOut(error) ? "Log In" : "Retry";
}

/** Returns the action of the retry button. Without a session it reloads the page, which redirects to the sign-in screen and back. */
export function retryOf(error: unknown, retry: () => void): () => void {
  return isSignedOut(error) ? () => window.location.reload() : retry;
}

/** Returns the message for a list that failed to load. @param fallback the list's own message */
export function loadErrorMessage(error: unknown, fallback: string): string {
  if (error instanceof RequestError) {
    if (error.status === 0) return "Error connecting to server";
    if (error.status === 401 && error.message) return error.message;
  }
  return fallback;
}

/** Messages for a server that can't be reached. */
export const UNREACHABLE: Readonly<Record<number, string>> = { 0: "Error connecting to server" };
