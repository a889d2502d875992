import type { Bounds } from "../lib/data-maps/schema";

/** The first view of bounds isn't closer, such as that of a single point. */
export const MAX_FIT_ZOOM = 16;

const WORLD_DEGREES = 360;

/**
 * Returns a view of bounds that needs no map. MapLibre writes the view that it starts with into the address before it has fitted the bounds.
 */
export function middleOf([west, south, east, north]: Bounds): { center: [number, number]; zoom: number } {
  const span = Math.max(east - west, north - south);
  const zoom = Math.min(MAX_FIT_ZOOM, Math.max(0, Math.log2(WORLD_DEGREES / span)));
  return { center: [(west + east) / 2, (south + north) / 2], zoom };
}
