import type { Box } from "./kit";

/** Cells of a quarter degree near Hamburg. The rows from the north have 10, 20 and 30. */
export const GRID_BOUNDS: Box = [9, 53, 10, 53.75];

const ROWS = ["10 10 10 10", "20 20 20 20", "30 30 30 30"];
const header = (x: number, y: number, size: number) => `ncols 4\nnrows 3\nxllcorner ${x}\nyllcorner ${y}\ncellsize ${size}\n`;

/** An ASCII grid of heights in degrees. */
export const HEIGHTS = `${header(9, 53, 0.25)}${ROWS.join("\n")}\n`;

/** An ASCII grid in metres. @param x of its lower left corner @param size of its cells */
export const gridAt = (x: number, y: number, size: number, rows: readonly string[] = ROWS) =>
  `${header(x, y, size)}NODATA_value -9999\n${rows.join("\n")}\n`;

/** Places in the first and the last row of the grid in degrees, away from the edges. */
export const NORTH = [9.375, 53.625] as const;
export const SOUTH = [9.375, 53.125] as const;
