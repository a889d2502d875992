import type { GeoTIFFImage, TypedArray } from "geotiff";
import { isNoMeasurement } from "./raster-statistics";

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
  /** A measurement is `offset` and `scale` times the number of the pixel. */
  scale: number;
  offset: number;
  /** Red values, green values, then blue values; up to 65,535. */
  colorMap: ArrayLike<number> | null;
}

export const WHITE_IS_ZERO = 0;
export const BLACK_IS_ZERO = 1;
export const RGB = 2;
export const PALETTE = 3;
export const UNSIGNED = 1;
export const FLOATING_POINT = 3;
/** ExtraSamples of an opacity: multiplied with the colours, or not (TIFF 6.0, section 18). */
const OPACITIES = [1, 2];
export const OPAQUE = 255;

const MOST_SAMPLED = 512;

/** Returns what the tags of an image say about its pixels. @param image the first one of the file */
export async function readTags(image: GeoTIFFImage): Promise<Raster> {
  const { fileDirectory } = image;
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  const bands = image.getSamplesPerPixel();
  const noData = image.getGDALNoData();
  const extra = Array.from((await fileDirectory.loadValue("ExtraSamples")) ?? []);
  const opacity = extra.findIndex((kind) => OPACITIES.includes(kind));
  const metadata = (await image.getGDALMetadata(0)) ?? {};
  const numberOf = (name: string, other: number) => (typeof metadata[name] === "string" ? Number.parseFloat(metadata[name]) : other);
  return {
    interpretation: Number(await fileDirectory.loadValue("PhotometricInterpretation")),
    bits,
    format,
    bands,
    alpha: opacity < 0 ? -1 : bands - extra.length + opacity,
    // The tag has the number as text, with more digits than a pixel of 32 bits.
    noData: noData !== null && format === FLOATING_POINT && bits === 32 ? Math.fround(noData) : noData,
    scale: numberOf("SCALE", 1),
    offset: numberOf("OFFSET", 0),
    colorMap: (await fileDirectory.loadValue("ColorMap")) ?? null,
  };
}

/** Reads the pixels of the smallest overview, which are in the file for views from far away. */
export async function readSample(image: GeoTIFFImage) {
  const width = Math.min(image.getWidth(), MOST_SAMPLED);
  const height = Math.min(image.getHeight(), MOST_SAMPLED);
  return await image.readRasters({ interleave: true, width, height });
}

export const isByte = ({ bits, format }: Raster) => format === UNSIGNED && bits <= 8;

const isGrey = ({ interpretation }: Raster) => interpretation === WHITE_IS_ZERO || interpretation === BLACK_IS_ZERO;

/** Returns true for a grey picture with an opacity. */
export const isGreyWithAlpha = (raster: Raster) => isByte(raster) && raster.bands === 2 && raster.alpha === 1;

/** Returns true for measurements, such as depths. Others are pictures or classes. */
export const isMeasured = (raster: Raster) => isGrey(raster) && !isGreyWithAlpha(raster) && !(isByte(raster) && raster.bands === 1);

/** Returns the measurement of a number in the first band. */
export const toMeasurement = ({ scale, offset }: Raster, value: number) => offset + scale * value;

/** Returns the function that returns the opacity of a pixel, from 0 to 255. */
export function opacityOf({ alpha, bits, format }: Raster): (pixel: TypedArray) => number {
  if (alpha < 0) return () => OPAQUE;
  const factor = OPAQUE / (format === UNSIGNED ? 2 ** bits - 1 : 1);
  return (pixel) => (pixel[alpha] ?? 0) * factor;
}

/** Returns the function that tells whether a pixel is drawn. A pixel is missing when all its colours are. */
export function shownTest(raster: Raster): (pixel: TypedArray) => boolean {
  const opacity = opacityOf(raster);
  const colored = raster.interpretation === RGB ? 3 : 1;
  return (pixel) => {
    if (!(opacity(pixel) > 0)) return false;
    for (let band = 0; band < colored; band += 1) {
      const value = pixel[band] ?? 0;
      if (value !== raster.noData && !isNoMeasurement(value)) return true;
    }
    return false;
  };
}
