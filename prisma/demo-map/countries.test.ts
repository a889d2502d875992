import type { FeatureCollection } from "geojson";
import { expect, test } from "vitest";
import { writeCountries } from "./countries";

/** Land of the earth in millions of km², as textbooks have it. */
const LAND = 148.9;

test("every country has a name, and together they have the area of the land", async () => {
  const { features }: FeatureCollection = JSON.parse(await writeCountries());
  expect(features.length).toBeGreaterThan(200);
  for (const { properties } of features) expect(properties?.name).toMatch(/\S/);
  const total = features.reduce((sum, { properties }) => sum + Number(properties?.area), 0) / 1e6;
  expect(total).toBeGreaterThan(LAND * 0.97);
  expect(total).toBeLessThan(LAND * 1.03);
});
