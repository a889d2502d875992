import { expect, it } from "vitest";
import { ALL_TIMES, chooseTimes, firstWindow, limitTo, rangeOf } from "./positions";

const range = [1000, 2000] as const;

it("rangeOf joins the times of layers, and returns null for a single time", () => {
  expect(rangeOf([[10, 20], undefined, [5, 15]])).toEqual([5, 20]);
  expect(rangeOf([[10, 10]])).toBeNull();
  expect(rangeOf([undefined])).toBeNull();
});

it("chooseTimes sets no limit where a handle is at its end", () => {
  expect(chooseTimes(range, range)).toEqual(ALL_TIMES);
  expect(chooseTimes(range, [1250, 2000])).toEqual([1250, Number.POSITIVE_INFINITY]);
  expect(chooseTimes(range, [1000, 1500])).toEqual([Number.NEGATIVE_INFINITY, 1500]);
});

it("limitTo keeps the chosen times when the range grows, and the ends at its ends", () => {
  expect(limitTo(range, [1500, Number.POSITIVE_INFINITY])).toEqual([1500, 2000]);
  expect(limitTo([0, 3000], [1500, Number.POSITIVE_INFINITY])).toEqual([1500, 3000]);
});

it("firstWindow begins at the chosen times, and again at the beginning after the last", () => {
  expect(firstWindow(range, [1100, 1300])).toEqual([1100, 1300]);
  expect(firstWindow(range, [1800, 2000])).toEqual([1000, 1200]);
  expect(firstWindow(range, range)).toEqual([1000, 1100]);
});
