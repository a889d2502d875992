import type { MapLayer } from "../schema";
import type { LayerFormat } from "../values";

/** Returns true for files that are converted before they are shown. */
export const isConverted = (format: LayerFormat) => format === "mbtiles" || format === "gdal";

/** Returns the path of the file that a layer is converted from, or null. */
export function sourceOf({ file, format, convertedFrom }: Pick<MapLayer, "file" | "format" | "convertedFrom">): string | null {
  return isConverted(format) ? file : (convertedFrom?.file ?? null);
}

/** Top folder of what GDAL has converted. */
const RESULTS = "layers/";

/** Returns the path that everything which a file is converted to begins with. An MBTiles file becomes one PMTiles file next to it. */
export function convertedPath(path: string): string {
  return /\.mbtiles$/i.test(path) ? path.replace(/\.mbtiles$/i, ".pmtiles") : `${RESULTS}${path}`;
}
