import { RequestError } from "@/components/shared/request-json";

type MessageOfStatus = Readonly<Record<number, string>>;

const serverError = "Server error. Please try again later.";
const networkError = "Network error. Please check your connection and try again.";
const refused = "Cannot connect to server. Please check if the server is running.";

/** Said of a good answer that brings no token. */
export const noTokenMessage = "Login failed. Please try again.";

/** Spec 000 §8: what each status means when the server says nothing itself. */
const ofSignIn: MessageOfStatus = { 400: "Email and password are required.", 401: "Invalid credentials.", 500: serverError };
const ofReset: MessageOfStatus = {
  400: "Please enter a valid email address.",
  404: "No account found with this email address.",
  500: serverError,
};
const ofNewPassword: MessageOfStatus = { 500: serverError };

/**
 * The server's own message comes first. A browser does not say whether a connection was refused or lost; it does know when
 * the machine itself is offline.
 */
function errorMessage(error: unknown, isOnline: boolean, messageOfStatus: MessageOfStatus): string {
  if (!(error instanceof RequestError)) return networkError;
  if (error.message) return error.message;
  if (error.status === 0) return isOnline ? refused : networkError;
  return messageOfStatus[error.status] ?? networkError;
}

/** What the person reads when signing in failed. */
export function signInErrorMessage(error: unknown, isOnline: boolean): string {
  return errorMessage(error, isOnline, ofSignIn);
}

/** What the person reads when the mail could not be asked for. */
export function resetErrorMessage(error: unknown, isOnline: boolean): string {
  return errorMessage(error, isOnline, ofReset);
}

/** What the person reads when the new password could not be set. */
export function newPasswordErrorMessage(error: unknown, isOnline: boolean): string {
  return errorMessage(error, isOnline, ofNewPassword);
}
