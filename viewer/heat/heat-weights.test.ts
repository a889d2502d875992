import { describe, expect, it } from "vitest";
import { heatWeights } from "./heat-weights";

/** Points that are evenly spread over a square of 2 degrees. */
const spread = (side: number) =>
  Array.from({ length: side * side }, (_, index) => [8 + (2 * (index % side)) / side, 54 + (2 * Math.floor(index / side)) / side]);
const weightAt = (weights: readonly number[], zoom: number) => weights[2 * zoom + 1] ?? 0;

describe("heatWeights", () => {
  it("gives a point less heat the more points there are", () => {
    const [few, many] = [heatWeights(spread(100)), heatWeights(spread(200))];
    // Four times as many, by the places of the squares.
    expect(weightAt(few, 8) / weightAt(many, 8)).toBeGreaterThan(2.5);
  });

  it("gives a point more heat at larger zooms, until it is alone", () => {
    const [region, bay, harbour, quay] = [4, 8, 10, 16].map((zoom) => weightAt(heatWeights(spread(200)), zoom));
    expect(region).toBeLessThan(bay ?? 0);
    expect(bay).toBeLessThan(harbour ?? 0);
    expect(quay).toBe(1);
  });

  it("never gives so little heat that MapLibre draws nothing", () => {
    expect(weightAt(heatWeights(spread(300)), 0)).toBe(0.0015);
  });

  it("estimates the density of many points from some of them", () => {
    expect(weightAt(heatWeights(spread(500)), 9) / weightAt(heatWeights(spread(200)), 9)).toBeCloseTo(1 / 6.25, 1);
  });

  it("gives a single point all heat", () => {
    expect(weightAt(heatWeights([[8, 54]]), 0)).toBe(1);
  });
});
