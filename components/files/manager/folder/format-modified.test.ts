import { expect, it } from "vitest";
import { formatModified } from "./format-modified";

it("formatModified returns short month, day, year, hour and minute", () => {
  // Some versions of ICU put a narrow space before AM.
  expect(formatModified("2026-11-20T09:05:59.000Z", "UTC")).toMatch(/^Nov 20, 2026, 9:05\sAM$/u);
  expect(formatModified("2026-01-02T23:59:00.000Z", "UTC")).toMatch(/^Jan 2, 2026, 11:59\sPM$/u);
});

it("formatModified returns N/A for an invalid date", () => {
  expect(formatModified("")).toBe("N/A");
});
