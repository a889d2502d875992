import { expect, test } from "vitest";
import { colour, readAtlas } from "./atlas";

test("no two neighbours have one tint", () => {
  const around = [[1, 2, 3], [0, 2], [0, 1, 3], [0, 2], []];
  const tints = colour(around);
  for (const [country, neighbours] of around.entries()) {
    for (const neighbour of neighbours) expect(tints[neighbour]).not.toBe(tints[country]);
  }
});

test("the world needs no more tints than the palette has", async () => {
  const { countries, tints } = await readAtlas("50m");
  expect(tints).toHaveLength(countries.features.length);
  expect(Math.max(...tints)).toBeLessThan(6);
});
