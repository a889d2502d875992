import { describe, expect, it } from "vitest";
import { formatMoment, formatRelativeTime } from "./format-relative-time";

const now = Date.parse("2026-11-20T12:00:00Z");

describe("formatRelativeTime", () => {
  it.each([
    ["2026-11-20T12:00:00Z", "just now"],
    ["2026-11-20T11:59:01Z", "just now"],
    ["2026-11-20T12:05:00Z", "just now"],
    ["2026-11-20T11:59:00Z", "1 minute ago"],
    ["2026-11-20T11:00:01Z", "59 minutes ago"],
    ["2026-11-20T11:00:00Z", "1 hour ago"],
    ["2026-11-19T12:00:01Z", "23 hours ago"],
    ["2026-11-19T12:00:00Z", "1 day ago"],
    ["2026-11-13T12:00:00Z", "7 days ago"],
    ["yesterday", "N/A"],
  ])("formats %s as %s", (value, text) => expect(formatRelativeTime(value, now)).toBe(text));
});

describe("formatMoment", () => {
  it("formats a time to the second in a time zone", () => {
    // Intl puts a narrow no-break space before AM and PM.
    expect(formatMoment("2026-11-20T12:41:11Z", "America/New_York").replace(/\s/gu, " ")).toBe("Nov 20, 2026, 7:41:11 AM");
  });

  it("returns N/A for an invalid date", () => expect(formatMoment("soon")).toBe("N/A"));
});
