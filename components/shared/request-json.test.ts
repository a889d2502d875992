import { expect, test } from "vitest";
import { withRetryTime } from "./request-json";

const LATER = "Too many sign-in attempts. Please try again later.";

test.each([
  ["1", "in 1 second."],
  ["59", "in 59 seconds."],
  ["60", "in 1 minute."],
  ["61", "in 2 minutes."],
  ["900", "in 15 minutes."],
  ["3600", "in 60 minutes."],
  ["3601", "in 2 hours."],
])("%s seconds are told", (retryAfter, told) => {
  expect(withRetryTime(LATER, retryAfter)).toBe(`Too many sign-in attempts. Please try again ${told}`);
});

test.each([null, "", "0", "-5", "soon", "Fri, 20 Nov 2026 12:00:00 GMT", "9".repeat(20)])("%s tells nothing", (retryAfter) => {
  expect(withRetryTime(LATER, retryAfter)).toBe(LATER);
});

test.each(["", "Please wait.", "Please try again in a moment."])("a message that speaks of no later stays: %s", (message) => {
  expect(withRetryTime(message, "900")).toBe(message);
});
