import { RequestError } from "./request-json";

/** True when the session has ended, so that retrying is useless. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}

export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}

export function retryLabel(error: unknown): string {
  return isSignedOut(error) ? "Log In" : "Retry";
}

/** Returns what that button does. Without a session, loading the page anew leads to the sign-in screen and back here. */
export function retryOf(error: unknown, again: () => void): () => void {
  return isSignedOut(error) ? () => window.location.reload() : again;
}

/** Returns the message for a list that failed to load. @param otherwise the list's own message */
export function loadErrorMessage(error: unknown, otherwise: string): string {
  if (error instanceof RequestError) {
    if (error.status === 0) return "Error connecting to server";
    if (error.status === 401 && error.message) return error.message;
  }
  return otherwise;
}

export function serverMessage(error: unknown, otherwise: string): string {
  return error instanceof RequestError && error.message ? error.message : otherwise;
}
