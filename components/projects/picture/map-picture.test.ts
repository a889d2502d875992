import { expect, it } from "vitest";
import { placementOf } from "./map-picture";

it("placementOf returns the same placement for the same name and mostly different ones for different names", () => {
  const names = Array.from({ length: 100 }, (_, index) => `harbour-depths-${index}`);
  expect(placementOf("reef")).toBe(placementOf("reef"));
  expect(new Set(names.map(placementOf)).size).toBeGreaterThan(60);
});
