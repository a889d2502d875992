import { expect, test } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { signInErrorMessage } from "./sign-in-error";

test.each([
  ["the server's message as it is", new RequestError("Too many attempts.", 429), true, "Too many attempts."],
  ["401", new RequestError("", 401), true, "Invalid credentials."],
  ["400", new RequestError("", 400), true, "Email and password are required."],
  ["500", new RequestError("", 500), true, "Server error. Please try again later."],
  ["a refused connection", new RequestError("", 0), true, "Cannot connect to server. Please check if the server is running."],
  ["being offline", new RequestError("", 0), false, "Network error. Please check your connection and try again."],
  ["a gateway's answer", new RequestError("", 502), true, "Network error. Please check your connection and try again."],
  ["anything else", new TypeError("odd"), true, "Network error. Please check your connection and try again."],
])("tells of %s", (_case, error, isOnline, expected) => {
  expect(signInErrorMessage(error, isOnline)).toBe(expected);
});
