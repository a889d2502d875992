import { describe, expect, it } from "vitest";
import { drawnInterval, firstInterval } from "./contour-interval";

describe("firstInterval", () => {
  it.each([
    [[-400, -200, 0], 50],
    [[0.6, 29.3], 2],
    [[0, 0.3], 0.02],
    [[0, 15_000], 1000],
  ])("returns a round interval for the measurements %j", (quantiles, interval) => {
    expect(firstInterval(quantiles)).toBe(interval);
  });

  it("returns 10 when nothing is known of the measurements, or all are equal", () => {
    expect([firstInterval(undefined), firstInterval([3, 3])]).toEqual([10, 10]);
  });
});

describe("drawnInterval", () => {
  it("returns the chosen interval if it gives up to 200 lines", () => {
    expect(drawnInterval(2, [-400, 0])).toBe(2);
    expect(drawnInterval(0.5, undefined)).toBe(0.5);
  });

  it("returns a round multiple of an interval that would give more lines", () => {
    expect(drawnInterval(0.5, [-400, 0])).toBe(2.5);
    expect(drawnInterval(3, [0, 1000])).toBe(6);
    expect(drawnInterval(0.1, [-667, 0])).toBe(5);
  });

  it("returns a greater interval for measurements far from 0, which the library doesn't know otherwise", () => {
    expect(drawnInterval(1, [100_000, 100_010])).toBe(20);
  });
});
