/** A rectangle: west, south, east, north. */
type Box = readonly [number, number, number, number];

/**
 * Open sea and ice where Northern Europe, North America and South America would be with swapped coordinates. Few data are really there,
 * so positions that are all in these are fair evidence for a question, and no more.
 */
const EMPTY: readonly Box[] = [
  [43, -10, 72, 0],
  [48, 0, 72, 4],
  [52, 4, 72, 11.5],
  [45.5, 11.5, 72, 13.5],
  [52.5, 13.5, 72, 15],
  [57.5, 15, 72, 19],
  [60, 19, 66, 25],
  [25, -90, 50, -66],
  [-35, -70, -5, -41],
];
/** Where Europe would be. Evidence only in a file that names a projection with latitude first. */
const EUROPE: Box = [35, -10, 72, 35];

const isIn = (x: number, y: number, [west, south, east, north]: Box) => x >= west && x <= east && y >= south && y <= north;

/** Returns whether a position is where hardly any data are, but would be on land when swapped. */
export function isOddPlace(x: number, y: number, isLatitudeFirst = false): boolean {
  return EMPTY.some((box) => isIn(x, y, box)) || (isLatitudeFirst && isIn(x, y, EUROPE));
}
