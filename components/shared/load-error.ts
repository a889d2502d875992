import { RequestError } from "./request-json";

/** True when the session has ended, which no other try will change. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}

/** The button beside the message. */
export function retryLabel(error: unknown): string {
  return isSignedOut(error) ? "Log In" : "Retry";
}

/** What that button does. Loaded anew without a session, the page leads to the sign-in screen and back here. */
export function retryOf(error: unknown, again: () => void): () => void {
  return isSignedOut(error) ? () => window.location.reload() : again;
}

/**
 * What the person reads when a list did not load (spec 001 §8). An ended session says so itself.
 * @param otherwise the list's own message
 */
export function loadErrorMessage(error: unknown, otherwise: string): string {
  if (error instanceof RequestError) {
    if (error.status === 0) return "Error connecting to server";
    if (error.status === 401 && error.message) return error.message;
  }
  return otherwise;
}

/** What the person reads of a call that failed, by the other specification (000 §8): the server's message whenever there is one. */
export function serverMessage(error: unknown, otherwise: string): string {
  return error instanceof RequestError && error.message ? error.message : otherwise;
}
