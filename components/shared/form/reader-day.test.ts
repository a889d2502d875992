import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { midnightOf } from "./reader-day";

describe("midnightOf", () => {
  const { TZ } = process.env;
  beforeEach(() => {
    process.env.TZ = "America/New_York";
  });
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it.each([
    ["2026-11-20", "2026-11-20T05:00:00.000Z", "2026-11-21T05:00:00.000Z"],
    // The clocks go back: this day has 25 hours.
    ["2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2026-12-31", "2026-12-31T05:00:00.000Z", "2027-01-01T05:00:00.000Z"],
  ])("returns start and end of %s in the browser's time zone", (day, begin, end) => {
    expect(midnightOf(day, 0)?.toISOString()).toBe(begin);
    expect(midnightOf(day, 1)?.toISOString()).toBe(end);
  });

  it.each(["", "0002-11-20", "yesterday", "2026-11", "20261-01-01", "2026-02-31", "2026-13-01", "2026-99-99", "2026-00-10"])(
    "returns null for %j, which is not a valid day",
    (day) => {
      expect(midnightOf(day, 0)).toBeNull();
    },
  );
});
