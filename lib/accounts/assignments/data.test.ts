import { afterEach, describe, expect, it } from "vitest";
import { monthStart } from "./data";

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("monthStart", () => {
  it.each([
    ["2026-01-31T23:59:59.999Z", "2026-01-01"],
    ["2026-02-01T00:00:00.000Z", "2026-02-01"],
    ["2026-02-28T23:59:59.999Z", "2026-02-01"],
    ["2026-03-01T00:00:00.000Z", "2026-03-01"],
    ["2028-02-29T23:59:59.999Z", "2028-02-01"],
    ["2028-03-01T00:00:00.000Z", "2028-03-01"],
    ["2026-12-31T23:59:59.999Z", "2026-12-01"],
    ["2027-01-01T00:00:00.000Z", "2027-01-01"],
    ["2026-03-31T12:00:00.000Z", "2026-03-01"],
    // Clocks are put forward and back in these months.
    ["2026-03-29T01:30:00.000Z", "2026-03-01"],
    ["2026-11-01T08:30:00.000Z", "2026-11-01"],
  ])("returns for %s the first midnight of its month, %s", (now, day) => {
    expect(monthStart(new Date(now)).toISOString()).toBe(`${day}T00:00:00.000Z`);
  });

  it.each([
    ["Pacific/Kiritimati", -840],
    ["America/Los_Angeles", 480],
    ["Asia/Kathmandu", -345],
    ["UTC", 0],
  ])("returns the same time for a server in the time zone %s", (name, offset) => {
    process.env.TZ = name;
    expect(new Date("2026-01-31T12:00:00Z").getTimezoneOffset()).toBe(offset);
    expect(monthStart(new Date("2026-01-31T23:59:59.999Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(monthStart(new Date("2026-02-01T00:00:00.000Z")).toISOString()).toBe("2026-02-01T00:00:00.000Z");
  });
});
