import { locationValues } from "@geomatico/maplibre-cog-protocol";
import { FLOATING_POINT, isMeasured } from "../lib/data-maps/formats/rasters/raster-tags";
import { openedCog } from "./opened-cogs";
import type { Place } from "./position";

/**
 * Returns the measurement of the pixel that is drawn at a place; null where none is drawn. Tiles that are shown are in memory.
 * @param zoom of the tiles
 */
export async function readMeasurement(url: string, { lng, lat }: Place, zoom: number): Promise<number | null> {
  const cog = openedCog(url);
  if (!cog?.paint || !isMeasured(cog.raster)) return null;
  const { scale, offset, format } = cog.raster;
  const [west = 0, south = 0, east = 0, north = 0] = cog.bounds;
  if (zoom < cog.minZoom || lng < west || lng > east || lat < south || lat > north) return null;
  const values = await locationValues(url, { longitude: lng, latitude: lat }, zoom);
  // Whole numbers again, so that they equal the missing value of the file.
  const round = format === FLOATING_POINT ? Math.fround : Math.round;
  const color = new Uint8ClampedArray(4);
  cog.paint(
    Float64Array.from(values, (value) => round((value - offset) / scale)),
    color,
    { offset, scale, images: [] },
  );
  return color[3] === 0 ? null : (values[0] ?? null);
}
