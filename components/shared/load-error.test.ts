import { expect, test } from "vitest";
import { loadErrorMessage } from "./load-error";
import { RequestError } from "./request-json";

test.each([
  [new RequestError("", 0), "Error connecting to server"],
  [new RequestError("Server error. Please try again later.", 500), "Failed to load projects from server"],
  [new RequestError("Your session has expired. Please log in again.", 401), "Your session has expired. Please log in again."],
  [new TypeError("odd"), "Failed to load projects from server"],
])("%s", (error, expected) => {
  expect(loadErrorMessage(error, "Failed to load projects from server")).toBe(expected);
});
