import { expect, test } from "vitest";
import { formatDate } from "./format-date";

test.each([
  ["2026-11-20T09:17:00.000Z", "UTC", "Nov 20, 2026"],
  ["2026-01-01T00:30:00.000Z", "America/New_York", "Dec 31, 2025"],
  ["2026-01-01T00:30:00.000Z", "Asia/Tokyo", "Jan 1, 2026"],
])("formatDate formats %s in %s as %s", (value, timeZone, expected) => {
  expect(formatDate(value, timeZone)).toBe(expected);
});

test.each([null, undefined, "", "yesterday"])("formatDate returns N/A for %s", (value) => {
  expect(formatDate(value)).toBe("N/A");
});
