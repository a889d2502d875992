import { expect, test } from "vitest";
import { loadErrorMessage, serverMessage } from "./load-error";
import { RequestError } from "./request-json";

test.each([
  [new RequestError("", 0), "Error connecting to server"],
  [new RequestError("Server error. Please try again later.", 500), "Failed to load projects from server"],
  [new RequestError("Your session has expired. Please log in again.", 401), "Your session has expired. Please log in again."],
  [new TypeError("odd"), "Failed to load projects from server"],
])("loadErrorMessage of %s returns %j", (error, expected) => {
  expect(loadErrorMessage(error, "Failed to load projects from server")).toBe(expected);
});

test.each([
  [new RequestError("", 0), "Failed to load users"],
  [new RequestError("", 500), "Failed to load users"],
  [new RequestError("There is no such order of users.", 400), "There is no such order of users."],
  [new TypeError("odd"), "Failed to load users"],
])("serverMessage of %s returns %j", (error, expected) => {
  expect(serverMessage(error, "Failed to load users")).toBe(expected);
});
