import { describe, expect, it } from "vitest";
import { countTicks, dayTicks } from "./map-views-bars";

describe("countTicks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [10, [0, 5, 10]],
    [11, [0, 5, 10, 15]],
    [40, [0, 10, 20, 30, 40]],
    [999, [0, 500, 1_000]],
    [1_000_000, [0, 500_000, 1_000_000]],
    [2_147_483_647, [0, 1_000_000_000, 2_000_000_000, 3_000_000_000]],
  ])("returns the ticks from 0 to at least %d", (highest, ticks) => {
    expect(countTicks(highest)).toEqual(ticks);
  });

  it("returns at most five whole, evenly spaced ticks that reach the highest count", () => {
    for (let highest = 0; highest < 20_000; highest += 1) {
      const ticks = countTicks(highest);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every((tick, index) => Number.isInteger(tick) && tick === index * (ticks[1] ?? 0))).toBe(true);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    }
  });
});

describe("dayTicks", () => {
  const daysOf = (length: number) => Array.from({ length }, (_, index) => `day ${index}`);

  it("returns every seventh of 30 days, counted back from the last", () => {
    expect(dayTicks(daysOf(30))).toEqual(["day 1", "day 8", "day 15", "day 22", "day 29"]);
  });

  it("returns each day of a week and every third week of 90 days", () => {
    expect(dayTicks(daysOf(7))).toEqual(daysOf(7));
    expect(dayTicks(daysOf(90))).toEqual(["day 5", "day 26", "day 47", "day 68", "day 89"]);
    expect(dayTicks([])).toEqual([]);
  });
});
