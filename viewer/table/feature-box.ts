import type { Geometry, Position } from "geojson";

/** West, south, east, north. Degrees. */
export type Box = [number, number, number, number];

type Coordinates = Position | readonly Coordinates[];

const isPosition = (coordinates: Coordinates): coordinates is Position => typeof coordinates[0] === "number";

function extend(box: Box, coordinates: Coordinates): void {
  if (!isPosition(coordinates)) {
    for (const part of coordinates) extend(box, part);
    return;
  }
  const [longitude = 0, latitude = 0] = coordinates;
  box[0] = Math.min(box[0], longitude);
  box[1] = Math.min(box[1], latitude);
  box[2] = Math.max(box[2], longitude);
  box[3] = Math.max(box[3], latitude);
}

/** Returns the bounds of a geometry, or null for an empty one. */
export function boxOf(geometry: Geometry | null): Box | null {
  const box: Box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const parts = geometry?.type === "GeometryCollection" ? geometry.geometries : [geometry];
  for (const part of parts) {
    if (part && part.type !== "GeometryCollection") extend(box, part.coordinates);
  }
  return box[0] <= box[2] ? box : null;
}

/** Returns true when a box and a view have a place in common. The view may be in another copy of the world. */
export function isInView(box: Box | null, [west, south, east, north]: Box): boolean {
  if (!box || box[1] > north || box[3] < south) return false;
  const turn = Math.ceil((west - box[2]) / 360) * 360;
  return box[0] + turn <= east;
}
