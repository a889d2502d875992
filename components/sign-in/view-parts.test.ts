import { describe, expect, it } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { resetMessages } from "./forgot-password";
import { authErrorMessage, signInMessages } from "./view-parts";

const SERVER = "Server error. Please try again later.";
const REFUSED = "Cannot connect to server. Please check if the server is running.";
const NETWORK = "Network error. Please check your connection and try again.";

describe("authErrorMessage", () => {
  it.each([
    ["returns the message of the server", new RequestError("Too many attempts.", 429), true, "Too many attempts."],
    ["returns the message for 401", new RequestError("", 401), true, "Invalid credentials."],
    ["returns the message for 400", new RequestError("", 400), true, "Email and password are required."],
    ["returns the message for 500", new RequestError("", 500), true, SERVER],
    ["reports a refused connection", new RequestError("", 0), true, REFUSED],
    ["reports being offline as a network error", new RequestError("", 0), false, NETWORK],
    ["reports a gateway error as a network error", new RequestError("", 502), true, NETWORK],
    ["reports any other error as a network error", new TypeError("odd"), true, NETWORK],
  ])("%s when signing in", (_case, error, isOnline, expected) => {
    expect(authErrorMessage(error, isOnline, signInMessages)).toBe(expected);
  });

  it.each([
    ["returns the message of the server", new RequestError("Too many requests.", 429), true, "Too many requests."],
    ["returns the message for 404", new RequestError("", 404), true, "No account found with this email address."],
    ["returns the message for 400", new RequestError("", 400), true, "Please enter a valid email address."],
    ["returns the message for 500", new RequestError("", 500), true, SERVER],
    ["reports a refused connection", new RequestError("", 0), true, REFUSED],
    ["reports being offline as a network error", new RequestError("", 0), false, NETWORK],
    ["reports any other error as a network error", new RequestError("", 418), true, NETWORK],
  ])("%s when requesting the email", (_case, error, isOnline, expected) => {
    expect(authErrorMessage(error, isOnline, resetMessages)).toBe(expected);
  });

  it.each([
    ["returns the message of the server", new RequestError("Too many people.", 503), "Too many people."],
    ["returns the message for 500", new RequestError("", 500), SERVER],
    ["reports a refused connection", new RequestError("", 0), REFUSED],
    ["reports any other error as a network error", new RequestError("", 418), NETWORK],
  ])("%s when setting a password", (_case, error, expected) => {
    expect(authErrorMessage(error, true)).toBe(expected);
  });
});
