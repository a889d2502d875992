import type { Position } from "geojson";

/** Rings of this height are the edge of the world or of a mask. Degrees. */
const MOST_RING_HEIGHT = 100;
const TURN = 360;
const ROUNDING = 1e-6;

const isJump = (from: Position, to: Position) => Math.abs((to[0] ?? 0) - (from[0] ?? 0)) > TURN / 2;

function crosses(line: readonly Position[], isRing: boolean): boolean {
  let hasJump = false;
  let [south, north] = [90, -90];
  for (const [index, position] of line.entries()) {
    const former = line[index - 1];
    const latitude = position[1] ?? 0;
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    if (!former || !isJump(former, position)) continue;
    hasJump = true;
    // A line along a parallel, and the edge of the world.
    if (Math.abs((position[0] ?? 0) - (former[0] ?? 0)) >= TURN && (isRing || line.length === 2)) return false;
  }
  return hasJump && !(isRing && north - south > MOST_RING_HEIGHT);
}

/**
 * Makes a line that jumps from 180° to -180° go the short way: its longitudes continue above 180°.
 * @param isRing the outline of an area, which stays as it is around a pole @returns whether it changed the line
 */
export function unwrapLine(line: readonly Position[], isRing: boolean): boolean {
  if (!crosses(line, isRing)) return false;
  let turns = 0;
  let least = 0;
  const offsets = line.map((position, index) => {
    const former = line[index - 1];
    if (former && isJump(former, position)) turns += (position[0] ?? 0) < (former[0] ?? 0) ? 1 : -1;
    least = Math.min(least, turns);
    return turns;
  });
  if (isRing && turns !== 0) return false;
  for (const [index, position] of line.entries()) position[0] = (position[0] ?? 0) + ((offsets[index] ?? 0) - least) * TURN;
  return true;
}

/** Collects longitudes, and returns the narrower range: that of -180° to 180°, or one that crosses 180°. */
export class LongitudeRange {
  private west = Number.POSITIVE_INFINITY;
  private east = Number.NEGATIVE_INFINITY;
  private shiftedWest = Number.POSITIVE_INFINITY;
  private shiftedEast = Number.NEGATIVE_INFINITY;

  /** Adds a line or a point. */
  add(west: number, east: number): void {
    this.west = Math.min(this.west, west);
    this.east = Math.max(this.east, east);
    const shift = east < 0 ? TURN : 0;
    this.shiftedWest = Math.min(this.shiftedWest, west + shift);
    this.shiftedEast = Math.max(this.shiftedEast, east + shift);
  }

  range(): [west: number, east: number] {
    const isNarrower = this.shiftedEast - this.shiftedWest < this.east - this.west - ROUNDING;
    return isNarrower ? [this.shiftedWest, this.shiftedEast] : [this.west, this.east];
  }
}
