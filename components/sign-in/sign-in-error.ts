import { serverMessage } from "@/components/shared/load-error";

const networkError = "Network error. Please check your connection and try again.";

export const noTokenMessage = "Login failed. Please try again.";

type Messages = Readonly<Record<number, string>>;

export const signInMessages: Messages = { 400: "Email and password are required.", 401: "Invalid credentials." };
export const resetMessages: Messages = { 400: "Please enter a valid email address.", 404: "No account found with this email address." };

/** Returns the server's message for a failed call, or a message for its status. @param isOnline `navigator.onLine` */
export function authErrorMessage(error: unknown, isOnline: boolean, messages: Messages = {}): string {
  const unreachable = isOnline ? "Cannot connect to server. Please check if the server is running." : networkError;
  return serverMessage(error, networkError, { 0: unreachable, 500: "Server error. Please try again later.", ...messages });
}
