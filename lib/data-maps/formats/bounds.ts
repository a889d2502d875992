import type { Bounds } from "../schema";

const EARTH_RADIUS = 6_378_137;
const DEGREES = 180 / Math.PI;

/** Returns bounds inside the world, or null for values that are no bounds. */
export function worldBounds([west, south, east, north]: readonly number[]): Bounds | null {
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  if (![west, south, east, north].every(Number.isFinite) || west > east || south > north) return null;
  const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return [limit(west, 180), limit(south, 90), limit(east, 180), limit(north, 90)];
}

/** Returns a box as bounds if it can be longitude and latitude, or null. */
export function degreesOf(box: readonly number[]): Bounds | null {
  return box.every((value, index) => Math.abs(value) <= (index % 2 === 0 ? 180 : 90)) ? worldBounds(box) : null;
}

/** Converts bounds in metres of Web Mercator (EPSG:3857) to degrees. */
export function mercatorToDegrees([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Bounds | null {
  const longitude = (x: number) => (x / EARTH_RADIUS) * DEGREES;
  const latitude = (y: number) => (2 * Math.atan(Math.exp(y / EARTH_RADIUS)) - Math.PI / 2) * DEGREES;
  return worldBounds([longitude(west), latitude(south), longitude(east), latitude(north)]);
}
