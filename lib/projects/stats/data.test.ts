import { describe, expect, it } from "vitest";
import { percentChange } from "./data";

describe("percentChange", () => {
  it.each([
    ["nothing before and now", 0, 0, 0],
    ["nothing before, one now", 0, 1, 100],
    ["nothing before, many now", 0, 5_000, 100],
    ["no change", 7, 7, 0],
    ["more", 8, 9, 12.5],
    ["fewer", 100, 97, -3],
    ["half", 10, 5, -50],
    ["nothing left", 3, 0, -100],
    ["twice as many", 2, 4, 100],
    ["a hundredfold", 1, 100, 9_900],
    ["a third more", 3, 4, 33.3],
    ["two thirds more", 3, 5, 66.7],
    ["a third fewer", 3, 2, -33.3],
    // 0.05, 0.15, 1.25 percent: halves are rounded away from zero, on both sides of it.
    ["a half of a tenth more", 2_000, 2_001, 0.1],
    ["a half of a tenth fewer", 2_000, 1_999, -0.1],
    ["three halves of a tenth more", 2_000, 2_003, 0.2],
    ["three halves of a tenth fewer", 2_000, 1_997, -0.2],
    ["twenty-five halves of a tenth more", 800, 810, 1.3],
    ["twenty-five halves of a tenth fewer", 800, 790, -1.3],
    ["less than half a tenth more", 2_001, 2_002, 0],
    ["less than half a tenth fewer", 10_000, 9_999, 0],
  ])("returns for %s (%i, then %i): %d %", (_what, before, now, percent) => {
    expect(Object.is(percentChange({ now, before }), percent)).toBe(true);
  });

  it("returns at most one decimal, and the sign of the change, for any totals", () => {
    const isWrong = (now: number, before: number) => {
      const percent = percentChange({ now, before });
      return !/^-?\d+(?:\.\d)?$/.test(String(percent)) || Object.is(percent, -0) || percent * (now - before) < 0;
    };
    const totals = Array.from({ length: 121 }, (_, n) => n);
    expect(totals.flatMap((before) => totals.filter((now) => isWrong(now, before)).map((now) => [before, now]))).toEqual([]);
  });
});
