import type { MapLayer } from "../lib/data-maps/schema";
import { MEASURED_BAND, type RasterRamp, type RasterStyle } from "../lib/data-maps/style/schema";
import type { ShownLayer } from "./shown-map";

/** How a raster is drawn. */
export interface DrawnRaster {
  style: RasterStyle;
  /** Indexes of classes that aren't drawn. */
  hidden?: readonly number[];
}

/** Returns the values of the first and the last colour; undefined for those of the data that the viewer reads. */
export function rangeOf(style: RasterRamp, { statistics }: Pick<MapLayer, "statistics">): [number, number] | undefined {
  return style.range ?? statistics?.[MEASURED_BAND]?.range;
}

/** Returns the hash of a URL of tiles by which the measurements of a layer are drawn. Another hash loads the tiles again. */
export function formatDrawn({ rasterStyle, hidden, statistics }: ShownLayer): string {
  if (!rasterStyle) return "";
  const style = rasterStyle.kind === "ramp" ? { ...rasterStyle, range: rangeOf(rasterStyle, { statistics }) } : rasterStyle;
  return `#${encodeURIComponent(JSON.stringify({ style, hidden } satisfies DrawnRaster))}`;
}

/** Parses what {@link formatDrawn} has written. @param hash without its sign */
export function parseDrawn(hash: string | undefined): DrawnRaster | undefined {
  return hash ? JSON.parse(decodeURIComponent(hash)) : undefined;
}
