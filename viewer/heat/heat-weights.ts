import { MercatorCoordinate } from "maplibre-gl";
import { HEAT_RADII } from "../point-style";

const WORLD_PIXELS = 512;
const LAST_ZOOM = 16;
/** Points that are counted. Of more, evenly chosen ones stand for all. */
const MOST_POINTS = 50_000;
/** Heat that the densest places get. */
const HOTTEST = 0.9;
/** This part of the points may be in hotter places. */
const HOTTER = 0.1;
/** MapLibre draws nothing of points with less heat than 0.0006, and only the middle of points with little more. */
const LEAST = 0.0015;
/** Heat in the middle of a square of points, as wide as the radius, for each of its points: the integral of MapLibre's kernel. */
const HEAT_OF_POINT = 0.2785;

/** Returns the radius of the heat of a point in pixels. */
function radiusAt(zoom: number): number {
  const above = Math.max(
    1,
    HEAT_RADII.findIndex(([stop]) => stop >= zoom),
  );
  const [[fromZoom, from] = [0, 0], [toZoom, to] = [1, 0]] = HEAT_RADII.slice(above - 1);
  return from + ((to - from) * (zoom - fromZoom)) / (toZoom - fromZoom);
}

/** Returns how many points are in a square that is denser than most. @param side of a square, as a part of the world */
function denseCount(places: readonly { x: number; y: number }[], side: number): number {
  const counts = new Map<number, number>();
  const across = Math.ceil(1 / side);
  for (const { x, y } of places) {
    const square = Math.floor(y / side) * across + Math.floor(x / side);
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  let left = HOTTER * places.length;
  for (const count of [...counts.values()].sort((a, b) => b - a)) {
    left -= count;
    if (left <= 0) return count;
  }
  return 1;
}

/**
 * Returns pairs of a zoom and the heat of a point there: the more points are near each other at a zoom, the less heat has each.
 * @param positions longitudes and latitudes
 */
export function heatWeights(positions: readonly (readonly number[])[]): number[] {
  const every = Math.ceil(positions.length / MOST_POINTS);
  const chosen = positions.filter((_, index) => index % every === 0);
  const places = chosen.map(([lng = 0, lat = 0]) => MercatorCoordinate.fromLngLat([lng, lat]));
  return Array.from({ length: LAST_ZOOM + 1 }, (_, zoom) => {
    const count = every * denseCount(places, radiusAt(zoom) / (WORLD_PIXELS * 2 ** zoom));
    return [zoom, Math.min(1, Math.max(LEAST, HOTTEST / (HEAT_OF_POINT * count)))];
  }).flat();
}
