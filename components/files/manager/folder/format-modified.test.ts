import { expect, test } from "vitest";
import { formatModified } from "./format-modified";

test("short month, day, year, hour and minute", () => {
  // The space before AM is a narrow one in some versions of Unicode's data.
  expect(formatModified("2026-11-20T09:05:59.000Z", "UTC")).toMatch(/^Nov 20, 2026, 9:05\sAM$/u);
  expect(formatModified("2026-01-02T23:59:00.000Z", "UTC")).toMatch(/^Jan 2, 2026, 11:59\sPM$/u);
});

test("no date", () => {
  expect(formatModified("")).toBe("N/A");
});
