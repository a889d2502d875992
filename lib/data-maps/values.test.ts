import { expect, it } from "vitest";
import { formatOfName } from "./values";

it.each([
  ["chart.PMTiles", "pmtiles"],
  ["depths.TSV", "csv"],
  ["depths.xyz", "csv"],
  ["buoys.geojsonl", "geojson"],
  ["x.constructor", null],
  ["x.__proto__", null],
  ["pmtiles", null],
])("formatOfName returns for %j the format %j", (name, format) => {
  expect(formatOfName(name)).toBe(format);
});
