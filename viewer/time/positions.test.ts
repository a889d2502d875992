import { expect, it } from "vitest";
import { chosenTimes, firstWindow, keepTimes, moveHandle, rangeOf, STEPS, timeAt, WHOLE } from "./positions";

it("rangeOf joins the times of layers, and returns null for a single time", () => {
  expect(rangeOf([[10, 20], undefined, [5, 15]])).toEqual([5, 20]);
  expect(rangeOf([[10, 10]])).toBeNull();
  expect(rangeOf([undefined])).toBeNull();
});

it("chosenTimes leaves the sides of handles at their ends open", () => {
  expect(chosenTimes(WHOLE, [1000, 2000])).toEqual([null, null]);
  expect(chosenTimes([250, STEPS], [1000, 2000])).toEqual([1250, null]);
  expect(chosenTimes([0, 500], [1000, 2000])).toEqual([null, 1500]);
});

it("moveHandle pushes the other handle", () => {
  expect(moveHandle([100, 300], "from", 200)).toEqual([200, 300]);
  expect(moveHandle([100, 300], "from", 400)).toEqual([400, 400]);
  expect(moveHandle([100, 300], "to", 50)).toEqual([50, 50]);
});

it("firstWindow begins at the chosen times, and again at the beginning after the last", () => {
  expect(firstWindow([100, 300])).toEqual([100, 300]);
  expect(firstWindow([800, STEPS])).toEqual([0, 200]);
  expect(firstWindow(WHOLE)).toEqual([0, 100]);
});

it("keepTimes keeps the chosen times when the range grows", () => {
  const kept = keepTimes([500, STEPS], [1000, 2000], [0, 2000]);
  expect(kept).toEqual([750, STEPS]);
  expect(timeAt(kept[0], [0, 2000])).toBe(1500);
});
