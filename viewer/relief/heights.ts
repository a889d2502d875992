import type { TypedArray } from "geotiff";
import { isMeasured, toMeasurement } from "../../lib/data-maps/formats/rasters/raster-tags";
import { type OpenedCog, openCog } from "../opened-cogs";
import { createColorFunction } from "../raster-colors";
import { placeTile, TILE_PIXELS, type Tile } from "../raster-extent";

/** Measurements in rows from the north. NaN where there are none. */
export interface Heights {
  values: Float32Array;
  width: number;
}

/** Returns the function that returns the measurement of a pixel. @param noData a value that isn't one */
async function createMeasure({ raster, readSample }: OpenedCog, noData: number | undefined): Promise<(pixel: TypedArray) => number> {
  // A pixel has a measurement where it has a colour.
  const paint = await createColorFunction(raster, readSample, { style: { kind: "ramp", colors: ["#000000", "#ffffff"], noData } });
  const color = new Uint8ClampedArray(4);
  const metadata = { offset: 0, scale: 1, images: [] };
  return (pixel) => {
    color[3] = 0;
    if (isMeasured(raster)) paint?.(pixel, color, metadata);
    return color[3] === 0 ? Number.NaN : toMeasurement(raster, pixel[0] ?? 0);
  };
}

/** @param pixels with all their bands @param mask 0 where there is no measurement */
function measureAll(pixels: TypedArray, bands: number, measure: (pixel: TypedArray) => number, mask?: TypedArray): Float32Array {
  return Float32Array.from({ length: pixels.length / bands }, (_, index) => {
    return mask?.[index] === 0 ? Number.NaN : measure(pixels.subarray(index * bands, (index + 1) * bands));
  });
}

/** Returns a measurement between pixels, by those around it that have one; NaN where most have none. */
function mixHeights({ values, width }: Heights, x: number, y: number): number {
  const height = values.length / width;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  let [sum, weight] = [0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const [right, down] = [corner % 2, corner >> 1];
    const [atX, atY] = [column + right, row + down];
    if (atX < 0 || atY < 0 || atX >= width || atY >= height) continue;
    const value = values[atY * width + atX] ?? Number.NaN;
    const part = Math.abs(1 - right - (x - column)) * Math.abs(1 - down - (y - row));
    if (Number.isNaN(value)) continue;
    sum += part * value;
    weight += part;
  }
  return weight < 0.5 ? Number.NaN : sum / weight;
}

/** Reads the measurements of a whole file, from its smallest overview. */
export async function readOverview(url: string, noData?: number): Promise<Heights> {
  const cog = await openCog(url);
  const pixels = await cog.readSample();
  return { values: measureAll(pixels, cog.raster.bands, await createMeasure(cog, noData)), width: pixels.width };
}

/**
 * Reads the measurements of a tile. Its pixels are between those of the file, so that slopes are smooth.
 * @param margin pixels around the tile
 * @param noData a value that isn't a measurement
 */
export async function readHeights(url: string, tile: Tile, margin: number, noData?: number): Promise<Heights> {
  const cog = await openCog(url);
  const { index, left, top, right, bottom, width, height } = placeTile(cog.extent, tile);
  const side = TILE_PIXELS + 2 * margin;
  const at = (pixel: number, start: number, end: number) => start + ((pixel + 0.5 - margin) * (end - start)) / TILE_PIXELS - 0.5;
  const clamp = (pixel: number, size: number) => Math.min(size, Math.max(0, Math.floor(pixel)));
  const [west, east] = [clamp(at(0, left, right), width), clamp(at(side, left, right) + 2, width)];
  const [north, south] = [clamp(at(0, top, bottom), height), clamp(at(side, top, bottom) + 2, height)];
  const values = new Float32Array(side * side).fill(Number.NaN);
  const image = cog.images[index];
  if (!image || west >= east || north >= south) return { values, width: side };
  const part = { window: [west, north, east, south], interleave: true as const };
  const mask = cog.masks.find((each) => each.getWidth() === width);
  const [pixels, opaque] = await Promise.all([image.readRasters(part), mask?.readRasters(part)]);
  const read = { values: measureAll(pixels, cog.raster.bands, await createMeasure(cog, noData), opaque), width: east - west };
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) values[y * side + x] = mixHeights(read, at(x, left, right) - west, at(y, top, bottom) - north);
  }
  return { values, width: side };
}
