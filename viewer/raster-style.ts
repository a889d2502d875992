import type { Range } from "../lib/data-maps/formats/rasters/raster-statistics";
import type { RasterStyle } from "../lib/data-maps/style/schema";
import { createRamp, type Rgb, toRgb } from "./color-ramp";
import type { DrawnRaster } from "./drawn-raster";

function createClasses({ limits, colors }: Extract<RasterStyle, { kind: "classes" }>, hidden: readonly number[]) {
  const drawn = colors.map((color, index) => (hidden.includes(index) ? undefined : toRgb(color)));
  return (value: number) => drawn[limits.findLastIndex((limit) => value >= limit) + 1];
}

/** Returns the function that returns the colour of a measurement, or undefined where it is transparent. @param measured range of the data */
export function colorOfValues({ style, hidden = [] }: DrawnRaster, measured: Range): (value: number) => Rgb | undefined {
  // A file has fewer digits than a number that an admin writes.
  const noData = style.noData === undefined ? undefined : Math.fround(style.noData);
  const [low, high] = (style.kind === "ramp" && style.range) || [measured.low, measured.high];
  const colorOf = style.kind === "ramp" ? createRamp(style.colors, low, high) : createClasses(style, hidden);
  return (value) => (Math.fround(value) === noData ? undefined : colorOf(value));
}
