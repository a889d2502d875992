import type { setColorFunction } from "@geomatico/maplibre-cog-protocol";
import type { TypedArray } from "geotiff";
import { findDistinct, findFillValues, findRange, isNoMeasurement, type Range, sortBand } from "./raster-statistics";

/** Paints a pixel: it gets all bands, and writes red, green, blue and opacity. */
export type ColorFunction = NonNullable<Parameters<typeof setColorFunction>[1]>;

/** What the tags of a GeoTIFF say about its pixels. */
export interface Raster {
  /** PhotometricInterpretation (TIFF 6.0, section 8). */
  interpretation: number;
  bits: number;
  /** SampleFormat: 1 is unsigned, 2 signed, 3 floating-point. */
  format: number;
  bands: number;
  /** Index of the band with the opacity, or -1. */
  alpha: number;
  noData: number | null;
  /** Factor of the values. A negative one turns the scale of colours round. */
  scale: number;
  /** Red values, green values, then blue values; up to 65,535. */
  colorMap: ArrayLike<number> | null;
}

type Rgb = readonly [number, number, number];
type Paint = (pixel: TypedArray, color: Uint8ClampedArray) => void;

const toRgb = (hex: string): Rgb => {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
};

/** Colours of values such as heights and depths: YlGnBu of ColorBrewer. The swatch in the list of layers has them too. */
const RAMP = ["#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58"].map(toRgb);
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

const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
const PALETTE = 3;
const UNSIGNED = 1;
const BLACK: Rgb = [0, 0, 0];
const OPAQUE = 255;
/** Steps of the scale of colours, which is computed once. */
const STEPS = 256;

/** Returns a colour of the scale. @param share 0 to 1 */
function rampColor(share: number): Rgb {
  const place = share * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  const [from = BLACK, to = BLACK] = RAMP.slice(below);
  const mix = (a: number, b: number) => a + (b - a) * (place - below);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

const isByte = ({ bits, format }: Raster) => format === UNSIGNED && bits <= 8;

/** Paints the first band by a table of colours. Values without one stay transparent. */
const paintTable =
  (table: readonly Rgb[], indexOf = (value: number) => value): Paint =>
  (pixel, color) => {
    const rgb = table[indexOf(pixel[0] ?? 0)];
    if (rgb) color.set([...rgb, OPAQUE]);
  };

function paintRamp(sorted: Float64Array, { noData, scale }: Raster): Paint {
  const fillValues = noData === null ? findFillValues(sorted) : [];
  const { low, high } = findRange(sorted.filter((value) => !fillValues.includes(value)));
  const table = Array.from({ length: STEPS }, (_, step) => rampColor(step / (STEPS - 1)));
  if (scale < 0) table.reverse();
  const factor = (STEPS - 1) / (high > low ? high - low : 1);
  return paintTable(table, (value) =>
    fillValues.includes(value) ? -1 : Math.max(0, Math.min(STEPS - 1, Math.round((value - low) * factor))),
  );
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

/** @param readBand returns the values of a band in ascending order */
async function choosePaint(raster: Raster, readBand: (band: number) => Promise<Float64Array>): Promise<Paint | undefined> {
  const { interpretation, bands, alpha, bits, colorMap } = raster;
  switch (interpretation) {
    case PALETTE:
      return colorMap ? paintPalette(colorMap) : undefined;
    case RGB:
      if (isByte(raster)) return paintRgb(new Array(3).fill({ low: 0, high: 2 ** bits - 1 }));
      return paintRgb(await Promise.all([0, 1, 2].map(async (band) => rangeOfColors(await readBand(band), raster))));
    case WHITE_IS_ZERO:
    case BLACK_IS_ZERO:
      if (isByte(raster) && bands === 2 && alpha === 1) return paintGrey(raster);
      return isByte(raster) && bands === 1 ? paintBytes(await readBand(0), raster) : paintRamp(await readBand(0), raster);
    default:
      return undefined;
  }
}

function opacityOf({ alpha, bits, format }: Raster): (pixel: TypedArray) => number {
  if (alpha < 0) return () => OPAQUE;
  const factor = OPAQUE / (format === UNSIGNED ? 2 ** bits - 1 : 1);
  return (pixel) => (pixel[alpha] ?? 0) * factor;
}

/**
 * Returns the function that colours a raster, or undefined for a colour model that the library draws.
 * @param readSample reads pixels of the whole extent, with all bands
 */
export async function createColorFunction(raster: Raster, readSample: () => Promise<TypedArray>): Promise<ColorFunction | undefined> {
  const { interpretation, bands, noData } = raster;
  const opacity = opacityOf(raster);
  const colored = interpretation === RGB ? 3 : 1;
  /** A pixel is missing when all its colours are. */
  function isShown(pixel: TypedArray): boolean {
    if (!(opacity(pixel) > 0)) return false;
    for (let band = 0; band < colored; band += 1) {
      const value = pixel[band] ?? 0;
      if (value !== noData && !isNoMeasurement(value)) return true;
    }
    return false;
  }
  let sample: Promise<TypedArray> | undefined;
  const paint = await choosePaint(raster, async (band) => {
    sample ??= readSample();
    return sortBand(await sample, bands, band, isShown);
  });
  if (!paint) return undefined;
  return (pixel, color) => {
    if (!isShown(pixel)) return;
    paint(pixel, color);
    if (color[3] === OPAQUE) color[3] = opacity(pixel);
  };
}
