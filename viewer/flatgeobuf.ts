import type { Feature } from "geojson";
import type { MapLibreMap } from "maplibre-gl";

/** Features in one view of a large file. */
export const MOST_FEATURES = 50_000;

/** The bounds of a view. Degrees. */
export interface Rectangle {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Returns the bounds of the view. Over the date line, and of several worlds, it has all longitudes. */
export function viewOf(map: MapLibreMap): Rectangle {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isOneWorld = west >= -180 && east <= 180;
  return { minX: isOneWorld ? west : -180, minY: bounds.getSouth(), maxX: isOneWorld ? east : 180, maxY: bounds.getNorth() };
}

/** Returns all features of a file. */
export async function readWhole(content: ArrayBuffer): Promise<Feature[]> {
  const { deserialize } = await import("flatgeobuf/lib/mjs/geojson.js");
  const features: Feature[] = [];
  for await (const feature of deserialize(new Uint8Array(content))) features.push(feature as Feature);
  return features;
}

/**
 * Returns the features in a rectangle, at most {@link MOST_FEATURES}. It requests the parts of the file that have them.
 * @returns null when `isCurrent` returns false before the end
 */
export async function readPart(url: string, rect: Rectangle, isCurrent: () => boolean): Promise<Feature[] | null> {
  const { deserialize } = await import("flatgeobuf/lib/mjs/geojson.js");
  const features: Feature[] = [];
  for await (const feature of deserialize(url, { rect })) {
    if (!isCurrent()) return null;
    features.push(feature as Feature);
    if (features.length === MOST_FEATURES) break;
  }
  return isCurrent() ? features : null;
}
