import { expect, test } from "vitest";
import { loadErrorMessage, UNREACHABLE } from "./load-error";
import { RequestError, serverMessage } from "./request-json";

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

test.each([
  [new RequestError("From the server", 401), "From the server"],
  [new RequestError("", 0), "Error connecting to server"],
  [new RequestError("", 401), "Error loading user data"],
  [new RequestError("", 502), "Failed to update profile"],
  [new Error("of our own"), "Failed to update profile"],
])("serverMessage of %s with messages for statuses returns %j", (error, expected) => {
  expect(serverMessage(error, "Failed to update profile", { ...UNREACHABLE, 401: "Error loading user data" })).toBe(expected);
});
