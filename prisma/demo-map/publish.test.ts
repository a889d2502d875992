import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { FeatureCollection } from "geojson";
import { beforeAll, describe, expect, test } from "vitest";
import { drawTiles, type Tile, writeCountries } from "./publish";

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

/** Counts the colors of an image on a coarse grid, which is faster. */
async function countColors(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += 4 * 7) colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return colors.size;
}

describe("drawTiles", () => {
  const tiles: Tile[] = [];
  beforeAll(async () => {
    for await (const tile of drawTiles()) tiles.push(tile);
  });

  test("draws all tiles from zoom 0 to 4, by day and by night", () => {
    const paths = new Set(tiles.map((tile) => tile.path));
    expect(paths.size).toBe(2 * (1 + 4 + 16 + 64 + 256));
    expect(paths).toContain("tiles/day/0/0/0.png");
    expect(paths).toContain("tiles/night/4/15/15.png");
  });

  test("draws no blank tile", async () => {
    // Even open sea and inland ice show the graticule.
    for (const { path, png } of tiles) expect(await countColors(png), path).toBeGreaterThan(1);
  });

  test("draws land, sea and coast in the tile of zoom 0", async () => {
    const world = tiles.find(({ path }) => path === "tiles/day/0/0/0.png");
    expect(await countColors(world?.png ?? Buffer.alloc(0))).toBeGreaterThan(500);
  });
});
