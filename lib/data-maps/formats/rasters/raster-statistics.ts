import type { TypedArray } from "geotiff";

/** A few extreme values would leave most of the image in one colour. */
const LOW = 0.02;
const HIGH = 0.98;
/** Programs write such numbers, the limits of their types, where nothing was measured. */
const HUGE = 1e30;
/** Numbers that programs write where nothing was measured, often without declaring them. */
const FILL_VALUES = [-9999, -99999, -32767, -32768];

export interface Range {
  low: number;
  high: number;
}

/** Returns true for numbers that no measurement has: NaN, infinity and the limits of floating-point types. */
export function isNoMeasurement(value: number): boolean {
  return !(Math.abs(value) < HUGE);
}

/** Returns the values of a band in ascending order. @param sample pixels with all their bands @param isUsed decides which pixels count */
export function sortBand(sample: TypedArray, bands: number, band: number, isUsed: (pixel: TypedArray) => boolean): Float64Array {
  const values: number[] = [];
  for (let at = 0; at < sample.length; at += bands) {
    const pixel = sample.subarray(at, at + bands);
    if (isUsed(pixel)) values.push(pixel[band] ?? 0);
  }
  return Float64Array.from(values).sort();
}

/** Returns the values between which 96 % of the pixels are, as QGIS does. @param sorted values in ascending order */
export function findRange(sorted: Float64Array): Range {
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { low: at(LOW), high: at(HIGH) };
}

/**
 * Returns the fill values that a file uses without declaring them: they are further below most other values than these are apart. Overviews
 * may have mixtures of both.
 * @param sorted values in ascending order
 */
export function findFillValues(sorted: Float64Array): number[] {
  const rest = sorted.filter((value) => !FILL_VALUES.includes(value));
  if (rest.length === 0) return [];
  const { low, high } = findRange(rest);
  return FILL_VALUES.filter((value) => low - value > high - low);
}

/** Returns the distinct values. @param sorted values in ascending order @param limit an end to the list */
export function findDistinct(sorted: Float64Array, limit: number): number[] {
  const distinct: number[] = [];
  for (const value of sorted) {
    if (value !== distinct.at(-1)) distinct.push(value);
    if (distinct.length === limit) break;
  }
  return distinct;
}
