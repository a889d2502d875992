import type { setColorFunction } from "@geomatico/maplibre-cog-protocol";
import type { TypedArray } from "geotiff";
import { measurementsOf, sortSample } from "../lib/data-maps/formats/rasters/measure-raster";
import { findDistinct, findRange, type Range } from "../lib/data-maps/formats/rasters/raster-statistics";
import {
  BLACK_IS_ZERO,
  isByte,
  isGreyWithAlpha,
  isMeasured,
  OPAQUE,
  opacityOf,
  PALETTE,
  type Raster,
  RGB,
  shownTest,
  toMeasurement,
  UNSIGNED,
  WHITE_IS_ZERO,
} from "../lib/data-maps/formats/rasters/raster-tags";
import { type Rgb, toRgb } from "./color-ramp";
import { type DrawnRaster, YELLOW_TO_BLUE } from "./drawn-raster";
import { colorOfValues } from "./raster-style";

/** Paints a pixel: it gets all bands, and writes red, green, blue and opacity. */
export type ColorFunction = NonNullable<Parameters<typeof setColorFunction>[1]>;

type Paint = (pixel: TypedArray, color: Uint8ClampedArray) => void;

/** Colours of classes, such as kinds of land: Paired of ColorBrewer, the strong ones first. */
const CLASSES = [
  "#1f78b4",
  "#33a02c",
  "#e31a1c",
  "#ff7f00",
  "#6a3d9a",
  "#b15928",
  "#a6cee3",
  "#b2df8a",
  "#fb9a99",
  "#fdbf6f",
  "#cab2d6",
  "#ffff99",
].map(toRgb);
/** A grey picture has more values than {@link CLASSES}, or brighter ones. */
const LARGEST_CLASS = 100;

/** Paints the first band by a table of colours. Values without one stay transparent. */
const paintTable =
  (table: readonly Rgb[], indexOf = (value: number) => value): Paint =>
  (pixel, color) => {
    const rgb = table[indexOf(pixel[0] ?? 0)];
    if (rgb) color.set([...rgb, OPAQUE]);
  };

function paintMeasurements(sorted: Float64Array, raster: Raster, drawn: DrawnRaster | undefined): Paint {
  const { range, fillValues } = measurementsOf(sorted, raster);
  const colorOf = colorOfValues(drawn ?? { style: YELLOW_TO_BLUE }, range);
  return (pixel, color) => {
    const value = pixel[0] ?? 0;
    const rgb = fillValues.includes(value) ? undefined : colorOf(toMeasurement(raster, value));
    if (rgb) color.set([...rgb, OPAQUE]);
  };
}

function paintGrey({ bits, interpretation }: Raster): Paint {
  const greys = Array.from({ length: 2 ** bits }, (_, value): Rgb => {
    const grey = (255 * value) / (2 ** bits - 1);
    return interpretation === WHITE_IS_ZERO ? [255 - grey, 255 - grey, 255 - grey] : [grey, grey, grey];
  });
  return paintTable(greys);
}

/** Paints a band of bytes: a picture, or classes if it has few values, which a picture would show almost black. */
function paintBytes(sorted: Float64Array, raster: Raster): Paint {
  const classes = findDistinct(sorted, CLASSES.length + 1);
  const largest = classes.at(-1) ?? 0;
  const isPicture = classes.length > CLASSES.length || largest === 0 || largest > LARGEST_CLASS;
  if (isPicture || raster.interpretation === WHITE_IS_ZERO) return paintGrey(raster);
  // An overview may lack rare classes.
  const indexOf = (value: number) => (classes.includes(value) ? classes.indexOf(value) : value);
  return paintTable(CLASSES, (value) => indexOf(value) % CLASSES.length);
}

/** @param colorMap its values have 16 bits */
function paintPalette(colorMap: ArrayLike<number>): Paint {
  const size = colorMap.length / 3;
  const part = (index: number) => (colorMap[index] ?? 0) / 257;
  return paintTable(Array.from({ length: size }, (_, index): Rgb => [part(index), part(index + size), part(index + 2 * size)]));
}

/** Spreads each band over 0 to 255, as GIS programs do. Pictures of 16 bits rarely use all of them. */
function paintRgb(ranges: readonly Range[]): Paint {
  const bands = ranges.map(({ low, high }) => ({ low, factor: 255 / (high - low) }));
  return (pixel, color) => {
    for (const [band, { low, factor }] of bands.entries()) color[band] = ((pixel[band] ?? 0) - low) * factor;
    color[3] = OPAQUE;
  };
}

/** Returns the range of a band of colours. If the band has one value, it is that of the type. */
function rangeOfColors(sorted: Float64Array, { bits, format }: Raster): Range {
  const range = findRange(sorted);
  if (range.high > range.low) return range;
  return { low: 0, high: format === UNSIGNED ? 2 ** bits - 1 : Math.max(1, range.high) };
}

/** @param readBand returns the values of a band in ascending order @param drawn how measurements are drawn */
async function choosePaint(
  raster: Raster,
  readBand: (band: number) => Promise<Float64Array>,
  drawn: DrawnRaster | undefined,
): Promise<Paint | undefined> {
  const { interpretation, bits, colorMap } = raster;
  switch (interpretation) {
    case PALETTE:
      return colorMap ? paintPalette(colorMap) : undefined;
    case RGB:
      if (isByte(raster)) return paintRgb(new Array(3).fill({ low: 0, high: 2 ** bits - 1 }));
      return paintRgb(await Promise.all([0, 1, 2].map(async (band) => rangeOfColors(await readBand(band), raster))));
    case WHITE_IS_ZERO:
    case BLACK_IS_ZERO:
      if (isGreyWithAlpha(raster)) return paintGrey(raster);
      return isMeasured(raster) ? paintMeasurements(await readBand(0), raster, drawn) : paintBytes(await readBand(0), raster);
    default:
      return undefined;
  }
}

/**
 * Returns the function that colours a raster, or undefined for a colour model that the library draws.
 * @param readSample reads pixels of the whole extent, with all bands
 * @param drawn how measurements are drawn, in place of a ramp of their range
 */
export async function createColorFunction(
  raster: Raster,
  readSample: () => Promise<TypedArray>,
  drawn?: DrawnRaster,
): Promise<ColorFunction | undefined> {
  const opacity = opacityOf(raster);
  const isShown = shownTest(raster);
  let sample: Promise<TypedArray> | undefined;
  const readBand = async (band: number) => {
    sample ??= readSample();
    return sortSample(await sample, raster, band);
  };
  const paint = await choosePaint(raster, readBand, drawn);
  if (!paint) return undefined;
  return (pixel, color) => {
    if (!isShown(pixel)) return;
    paint(pixel, color);
    if (color[3] === OPAQUE) color[3] = opacity(pixel);
  };
}
