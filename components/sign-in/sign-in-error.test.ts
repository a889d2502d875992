import { expect, test } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { authErrorMessage, resetMessages, signInMessages } from "./sign-in-error";

const SERVER = "Server error. Please try again later.";
const REFUSED = "Cannot connect to server. Please check if the server is running.";
const NETWORK = "Network error. Please check your connection and try again.";

test.each([
  ["the server's message as it is", new RequestError("Too many attempts.", 429), true, "Too many attempts."],
  ["401", new RequestError("", 401), true, "Invalid credentials."],
  ["400", new RequestError("", 400), true, "Email and password are required."],
  ["500", new RequestError("", 500), true, SERVER],
  ["a refused connection", new RequestError("", 0), true, REFUSED],
  ["being offline", new RequestError("", 0), false, NETWORK],
  ["a gateway's answer", new RequestError("", 502), true, NETWORK],
  ["anything else", new TypeError("odd"), true, NETWORK],
])("signing in tells of %s", (_case, error, isOnline, expected) => {
  expect(authErrorMessage(error, isOnline, signInMessages)).toBe(expected);
});

test.each([
  ["the server's message as it is", new RequestError("Too many requests.", 429), true, "Too many requests."],
  ["404", new RequestError("", 404), true, "No account found with this email address."],
  ["400", new RequestError("", 400), true, "Please enter a valid email address."],
  ["500", new RequestError("", 500), true, SERVER],
  ["a refused connection", new RequestError("", 0), true, REFUSED],
  ["being offline", new RequestError("", 0), false, NETWORK],
  ["anything else", new RequestError("", 418), true, NETWORK],
])("asking for the mail tells of %s", (_case, error, isOnline, expected) => {
  expect(authErrorMessage(error, isOnline, resetMessages)).toBe(expected);
});

test.each([
  ["the server's message as it is", new RequestError("Too many people.", 503), "Too many people."],
  ["500", new RequestError("", 500), SERVER],
  ["a refused connection", new RequestError("", 0), REFUSED],
  ["anything else", new RequestError("", 418), NETWORK],
])("setting a password tells of %s", (_case, error, expected) => {
  expect(authErrorMessage(error, true)).toBe(expected);
});
