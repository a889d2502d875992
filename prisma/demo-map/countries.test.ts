import type { FeatureCollection } from "geojson";
import { expect, test } from "vitest";
import { writeCountries } from "./countries";

/** Land area of the earth in millions of km², from textbooks. */
const LAND = 148.9;

test("writeCountries returns countries with names that together have the land area of the earth", async () => {
  const { features }: FeatureCollection = JSON.parse(await writeCountries());
  expect(features.length).toBeGreaterThan(200);
  for (const { properties } of features) expect(properties?.name).toMatch(/\S/);
  const total = features.reduce((sum, { properties }) => sum + Number(properties?.area), 0) / 1e6;
  expect(total).toBeGreaterThan(LAND * 0.97);
  expect(total).toBeLessThan(LAND * 1.03);
});
