import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeAll, describe, expect, test } from "vitest";
import { drawTiles, type Tile } from "./tiles";

/** Colours of a picture, on a grid coarse enough to be quick. */
async function countColours(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 4 * 7) colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return colours.size;
}

describe("the tile pyramid", () => {
  const tiles: Tile[] = [];
  beforeAll(async () => {
    for await (const tile of drawTiles()) tiles.push(tile);
  });

  test("is complete from zoom 0 to 4, by day and by night", () => {
    const paths = new Set(tiles.map((tile) => tile.path));
    expect(paths.size).toBe(2 * (1 + 4 + 16 + 64 + 256));
    expect(paths).toContain("tiles/day/0/0/0.png");
    expect(paths).toContain("tiles/night/4/15/15.png");
  });

  test("has no blank tile", async () => {
    // On open sea and on inland ice there is at least the graticule.
    for (const { path, png } of tiles) expect(await countColours(png), path).toBeGreaterThan(1);
  });

  test("shows land, sea and coast in the world's one tile", async () => {
    const world = tiles.find(({ path }) => path === "tiles/day/0/0/0.png");
    expect(await countColours(world?.png ?? Buffer.alloc(0))).toBeGreaterThan(500);
  });
});
