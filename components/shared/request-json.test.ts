import { describe, expect, it } from "vitest";
import { withRetryTime } from "./request-json";

const LATER = "Too many sign-in attempts. Please try again later.";

describe("withRetryTime", () => {
  it.each([
    ["1", "in 1 second."],
    ["59", "in 59 seconds."],
    ["60", "in 1 minute."],
    ["61", "in 2 minutes."],
    ["900", "in 15 minutes."],
    ["3600", "in 60 minutes."],
    ["3601", "in 2 hours."],
  ])("adds a Retry-After of %s seconds to the message as %j", (retryAfter, expected) => {
    expect(withRetryTime(LATER, retryAfter)).toBe(`Too many sign-in attempts. Please try again ${expected}`);
  });

  it.each([null, "", "0", "-5", "soon", "Fri, 20 Nov 2026 12:00:00 GMT", "9".repeat(20)])(
    "returns the message unchanged when Retry-After is %j",
    (retryAfter) => {
      expect(withRetryTime(LATER, retryAfter)).toBe(LATER);
    },
  );

  it.each(["", "Please wait.", "Please try again in a moment."])(
    "returns %j unchanged because it doesn't end with “try again later”",
    (message) => {
      expect(withRetryTime(message, "900")).toBe(message);
    },
  );
});
