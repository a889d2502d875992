import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { chooseDateSettings, DEFAULT_DATES } from "./date-settings";
import { formatDate, formatDay, formatModified, formatMoment } from "./format-date";

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

const now = new Date("2026-11-20T03:00:00Z");

describe("formatDay", () => {
  it.each([
    ["2026-11-20T00:00:00Z", "UTC", "Today"],
    ["2026-11-20T23:00:00Z", "UTC", "Today"],
    ["2026-11-19T00:00:00Z", "UTC", "Yesterday"],
    ["2026-11-18T23:59:59Z", "UTC", "Nov 18, 2026"],
    // It is still the 19th in Honolulu.
    ["2026-11-20T00:00:00Z", "Pacific/Honolulu", "Today"],
    ["2026-11-19T09:59:00Z", "Pacific/Honolulu", "Yesterday"],
    ["2026-11-21T00:00:00Z", "UTC", "Nov 21, 2026"],
    ["2025-11-20T03:00:00Z", "UTC", "Nov 20, 2025"],
    [undefined, "UTC", "N/A"],
    ["never", "UTC", "N/A"],
  ])("formats %s in %s as %s", (value, timeZone, text) => {
    expect(formatDay(value, now, timeZone)).toBe(text);
  });

  it("returns Yesterday across a clock change and across the new year", () => {
    expect(formatDay("2026-10-24T22:30:00Z", new Date("2026-10-26T00:30:00Z"), "Europe/Berlin")).toBe("Yesterday");
    expect(formatDay("2026-12-31T12:00:00Z", new Date("2027-01-01T12:00:00Z"), "UTC")).toBe("Yesterday");
  });
});

test.each([
  ["2026-11-20T00:05:00Z", "UTC", "00:05"],
  ["2026-11-20T02:59:00Z", "Asia/Tokyo", "11:59"],
  ["2026-11-19T14:32:00Z", "UTC", "Nov 19, 2026, 14:32"],
])("formatMoment formats %s in %s as %s", (time, timeZone, expected) => {
  expect(formatMoment(Date.parse(time), now.getTime(), timeZone)).toBe(expected);
});

it("formatModified returns short month, day, year, hour and minute", () => {
  // Some versions of ICU put a narrow space before AM.
  expect(formatModified("2026-11-20T09:05:59.000Z", "UTC")).toMatch(/^Nov 20, 2026, 9:05\sAM$/u);
  expect(formatModified("2026-01-02T23:59:00.000Z", "UTC")).toMatch(/^Jan 2, 2026, 11:59\sPM$/u);
});

it("formatModified returns N/A for an invalid date", () => {
  expect(formatModified("")).toBe("N/A");
});

describe("in a browser of an account with other settings", () => {
  beforeEach(() => vi.stubGlobal("window", {}));
  afterEach(() => {
    chooseDateSettings(DEFAULT_DATES);
    vi.unstubAllGlobals();
  });

  it.each([
    ["day-first", "Asia/Tokyo", "21 Nov 2026", "21 Nov 2026, 08:05"],
    ["year-first", "Asia/Tokyo", "2026-11-21", "2026-11-21, 08:05"],
    ["year-first", "America/New_York", "2026-11-20", "2026-11-20, 18:05"],
  ] as const)("dates are %s in %s", (dateFormat, timeZone, day, time) => {
    chooseDateSettings({ dateFormat, timeZone });
    expect(formatDate("2026-11-20T23:05:00Z")).toBe(day);
    expect(formatModified("2026-11-20T23:05:00Z")).toBe(time);
  });

  it("decides in that time zone what is today", () => {
    chooseDateSettings({ dateFormat: "day-first", timeZone: "Asia/Tokyo" });
    expect(formatDay("2026-11-20T23:05:00Z", new Date("2026-11-21T01:00:00Z"))).toBe("Today");
  });

  it("leaves what the server has formatted", () => {
    chooseDateSettings({ dateFormat: "year-first", timeZone: "Asia/Tokyo" });
    expect(formatDate("2026-11-20T23:05:00Z", "UTC")).toBe("Nov 20, 2026");
  });
});
