import type { MapLayer } from "../lib/data-maps/schema";
import { drawnInterval } from "../lib/data-maps/style/contour-interval";
import { type Hillshade, MEASURED_BAND, type RasterRamp, type RasterStyle } from "../lib/data-maps/style/schema";
import type { ShownLayer } from "./shown-map";
import { formatNumber } from "./value-style";

/** Of measurements without a style: YlGnBu of ColorBrewer. The swatch in the list of layers has its colours too. */
export const YELLOW_TO_BLUE: RasterRamp = {
  kind: "ramp",
  colors: ["#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58"],
};

/** How a raster is drawn. */
export interface DrawnRaster {
  style: RasterStyle;
  /** Indexes of classes that aren't drawn. */
  hidden?: readonly number[];
  hillshade?: Hillshade;
}

/** Returns the values of the first and the last colour; undefined for those of the data that the viewer reads. */
export function rangeOf(style: RasterRamp, { statistics }: Pick<MapLayer, "statistics">): [number, number] | undefined {
  return style.range ?? statistics?.[MEASURED_BAND]?.range;
}

/** Returns the hash of a URL of tiles by which the measurements of a layer are drawn. Another hash loads the tiles again. */
export function formatDrawn({ rasterStyle, hidden, hillshade, statistics }: ShownLayer): string {
  if (!rasterStyle && !hillshade) return "";
  const shown = rasterStyle ?? YELLOW_TO_BLUE;
  const style = shown.kind === "ramp" ? { ...shown, range: rangeOf(shown, { statistics }) } : shown;
  return `#${encodeURIComponent(JSON.stringify({ style, hidden, ...(hillshade && { hillshade }) } satisfies DrawnRaster))}`;
}

/** Parses what {@link formatDrawn} has written. @param hash without its sign */
export function parseDrawn(hash: string | undefined): DrawnRaster | undefined {
  return hash ? JSON.parse(decodeURIComponent(hash)) : undefined;
}

/** Returns the distance of the contours of a layer, which may be greater than the chosen one; undefined without contours. */
export function intervalOf({ contours, format, statistics }: ShownLayer): number | undefined {
  return contours && format === "cog" ? drawnInterval(contours.interval, statistics?.[MEASURED_BAND]?.quantiles) : undefined;
}

/** Returns what the legend says of the relief of a layer; empty for none. */
export function describeRelief(layer: ShownLayer): string {
  const interval = intervalOf(layer);
  const unit = layer.rasterStyle?.unit ? ` ${layer.rasterStyle.unit}` : "";
  const parts = [layer.hillshade ? "hillshade" : "", interval ? `contours every ${formatNumber(interval)}${unit}` : ""];
  const text = parts.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
