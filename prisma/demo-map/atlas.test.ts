import { expect, test } from "vitest";
import { assignTints, readAtlas } from "./atlas";

test("assignTints gives neighbors different tints", () => {
  const neighborsOf = [[1, 2, 3], [0, 2], [0, 1, 3], [0, 2], []];
  const tints = assignTints(neighborsOf);
  for (const [country, adjacent] of neighborsOf.entries()) {
    for (const neighbor of adjacent) expect(tints[neighbor]).not.toBe(tints[country]);
  }
});

test("readAtlas needs no more tints for the world than the palette has", async () => {
  const { countries, tints } = await readAtlas("50m");
  expect(tints).toHaveLength(countries.features.length);
  expect(Math.max(...tints)).toBeLessThan(6);
});
