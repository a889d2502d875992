import type { Hillshade } from "../../lib/data-maps/style/schema";
import { openCog } from "../opened-cogs";
import { TILE_PIXELS, type Tile, tileSide } from "../raster-extent";
import { type Heights, readHeights, readOverview } from "./heights";

/** The light comes from the north-west, half way up. */
const LIGHT = { east: -0.5, north: 0.5, up: Math.SQRT1_2 };
/** Grey that leaves colours as they are. */
const FLAT = 128;
/** Share of the light in full shadow. */
const SHADOW = 0.3;
/** The slope as which a steep place of the data is drawn, at full exaggeration. */
const STEEP = 1.4;
/** So many places are less steep. */
const STEEP_SHARE = 0.9;

/** Returns how much the data rise on a pixel where they are steep. Data can have any unit, so slopes are drawn in relation to this one. */
export function findSteepness({ values, width }: Heights): number {
  const rises: number[] = [];
  for (let index = width; index < values.length; index += 1) {
    const here = values[index] ?? 0;
    const rise = index % width === 0 ? Number.NaN : Math.hypot(here - (values[index - 1] ?? 0), here - (values[index - width] ?? 0));
    if (rise > 0) rises.push(rise);
  }
  rises.sort((a, b) => a - b);
  return rises[Math.floor(rises.length * STEEP_SHARE)] ?? 1;
}

/**
 * Returns grey pixels of a relief, without its margin of one pixel (Horn, 1981). A place without a measurement is transparent, and as high
 * as its neighbours.
 * @param factor slope of a rise of 1 on a pixel
 */
export function shadeHeights({ values, width }: Heights, factor: number): Uint8ClampedArray<ArrayBuffer> {
  const side = width - 2;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let index = 0; index < side * side; index += 1) {
    const center = (Math.floor(index / side) + 1) * width + (index % side) + 1;
    const height = values[center] ?? Number.NaN;
    if (Number.isNaN(height)) continue;
    const rise = (right: number, down: number) => {
      const near = values[center + down * width + right] ?? Number.NaN;
      return Number.isNaN(near) ? 0 : near - height;
    };
    const east = rise(1, -1) + 2 * rise(1, 0) + rise(1, 1) - rise(-1, -1) - 2 * rise(-1, 0) - rise(-1, 1);
    const north = rise(-1, -1) + 2 * rise(0, -1) + rise(1, -1) - rise(-1, 1) - 2 * rise(0, 1) - rise(1, 1);
    const [toEast, toNorth] = [(east * factor) / 8, (north * factor) / 8];
    const light = (LIGHT.up - toEast * LIGHT.east - toNorth * LIGHT.north) / Math.hypot(1, toEast, toNorth);
    const grey = (SHADOW + ((1 - SHADOW) * Math.max(0, light)) / LIGHT.up) * FLAT;
    pixels.set([grey, grey, grey, 255], index * 4);
  }
  return pixels;
}

const steepnesses = new Map<string, Promise<number>>();

/** Returns the rise on a metre where a file is steep. It is measured once. */
function steepnessOf(url: string, noData: number | undefined): Promise<number> {
  const key = `${url} ${noData}`;
  const measure = async () => {
    const [overview, { extent }] = await Promise.all([readOverview(url, noData), openCog(url)]);
    const [west = 0, , east = 0] = extent.box;
    return (findSteepness(overview) * overview.width) / (east - west);
  };
  const known = steepnesses.get(key) ?? measure();
  steepnesses.set(key, known);
  return known;
}

/**
 * Draws light and shade on a tile of colours. The layer of MapLibre for it knows no missing values: it would draw cliffs where the data end.
 * @param noData a value that isn't a measurement
 */
export async function addHillshade(
  colors: ImageBitmap,
  url: string,
  tile: Tile,
  { exaggeration, isDepth, noData }: Hillshade & { noData?: number | undefined },
): Promise<ImageBitmap> {
  const [heights, steepness] = await Promise.all([readHeights(url, tile, 1, noData), steepnessOf(url, noData)]);
  const metres = tileSide(tile.z) / TILE_PIXELS;
  const factor = ((isDepth ? -1 : 1) * STEEP * exaggeration) / (steepness * metres);
  const shade = await createImageBitmap(new ImageData(shadeHeights(heights, factor), TILE_PIXELS, TILE_PIXELS));
  const canvas = new OffscreenCanvas(TILE_PIXELS, TILE_PIXELS);
  const context = canvas.getContext("2d");
  if (!context) return colors;
  context.drawImage(colors, 0, 0);
  context.globalCompositeOperation = "hard-light";
  context.drawImage(shade, 0, 0);
  context.globalCompositeOperation = "destination-in";
  context.drawImage(colors, 0, 0);
  for (const image of [colors, shade]) image.close();
  return canvas.transferToImageBitmap();
}
