import type { Feature, Point } from "geojson";

/** Returns whether points are the cells of a whole raster: GDAL makes an image of these. */
export function isGrid(features: readonly unknown[]): boolean {
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  for (const feature of features) {
    const [x = 0, y = 0] = (feature as Feature<Point>).geometry.coordinates;
    columns.add(x);
    rows.add(y);
  }
  return columns.size > 1 && rows.size > 1 && columns.size * rows.size === features.length;
}
