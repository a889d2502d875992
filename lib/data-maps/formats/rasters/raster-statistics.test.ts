import { describe, expect, it } from "vitest";
import { findDistinct, findFillValues, findRange, isNoMeasurement, sortBand } from "./raster-statistics";

const heights = Array.from({ length: 64 }, (_, index) => 100 + 10 * index);
const sorted = (...values: number[]) => Float64Array.from(values).sort();

describe("isNoMeasurement", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -3.4028234663852886e38, 3.4028234663852886e38])(
    "returns true for %d",
    (value) => expect(isNoMeasurement(value)).toBe(true),
  );

  it("returns false for measurements", () => {
    expect([0, -11_000, 6e24].map(isNoMeasurement)).toEqual([false, false, false]);
  });
});

describe("sortBand", () => {
  it("sorts one band of the pixels that are used", () => {
    const sample = Uint8Array.of(9, 255, 5, 0, 7, 255);
    expect([...sortBand(sample, 2, 0, ([, alpha]) => alpha === 255)]).toEqual([7, 9]);
  });
});

describe("findRange", () => {
  it("leaves out 2 % at each end", () => {
    expect(findRange(sorted(...Array.from({ length: 101 }, (_, index) => index), 1e6))).toEqual({ low: 2, high: 98 });
  });
});

describe("findFillValues", () => {
  it("finds -9999 far below heights, also if the sample lacks it", () => {
    expect(findFillValues(sorted(-9999, -9999, ...heights))).toContain(-9999);
    expect(findFillValues(sorted(...heights))).toContain(-9999);
  });

  it("finds it among a few mixtures of an overview", () => {
    expect(findFillValues(sorted(-11_200, -9999, -9999, ...heights, ...heights))).toContain(-9999);
  });

  it("keeps -9999 among the depths of a trench", () => {
    expect(findFillValues(sorted(...Array.from({ length: 110 }, (_, index) => -100 * index)))).not.toContain(-9999);
  });

  it("finds none if all pixels have one value", () => {
    expect(findFillValues(sorted(-9999, -9999))).toEqual([]);
  });
});

describe("findDistinct", () => {
  it("ends at the limit", () => {
    expect(findDistinct(sorted(3, 1, 1, 2, 3, 9), 3)).toEqual([1, 2, 3]);
  });
});
