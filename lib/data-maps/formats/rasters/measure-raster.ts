import type { GeoTIFFImage, TypedArray } from "geotiff";
import { roundLimit } from "../../style/class-limits";
import { MEASURED_BAND, type Statistics } from "../../style/schema";
import { quantilesOf } from "../../style/statistics";
import { findFillValues, findRange, type Range, sortBand } from "./raster-statistics";
import { isMeasured, type Raster, readSample, readTags, shownTest, toMeasurement } from "./raster-tags";

/** Larger overviews and blocks aren't read before the map is shown. */
const MOST_PIXELS = 1_024 * 1_024;

interface Measurements {
  /** Ascending. */
  values: Float64Array;
  range: Range;
  /** Numbers of pixels without a measurement that the file doesn't declare. */
  fillValues: readonly number[];
}

/** Returns the measurements of a sample. @param sorted numbers of its pixels in ascending order */
export function measurementsOf(sorted: Float64Array, raster: Raster): Measurements {
  const fillValues = raster.noData === null ? findFillValues(sorted) : [];
  const numbers = sorted.filter((value) => !fillValues.includes(value));
  const { low, high } = findRange(numbers);
  const [one, other] = [toMeasurement(raster, low), toMeasurement(raster, high)];
  return {
    values: numbers.map((value) => toMeasurement(raster, value)).sort(),
    range: { low: Math.min(one, other), high: Math.max(one, other) },
    fillValues,
  };
}

export const sortSample = (sample: TypedArray, raster: Raster, band: number) => sortBand(sample, raster.bands, band, shownTest(raster));

/**
 * Returns what is known of the measurements of a raster; undefined for a picture, and if they can't be read.
 * @param smallest its smallest overview, or itself
 */
export async function measureRaster(main: GeoTIFFImage, smallest: GeoTIFFImage): Promise<Statistics | undefined> {
  const pixels = Math.max(smallest.getWidth() * smallest.getHeight(), smallest.getTileWidth() * smallest.getTileHeight());
  if (pixels > MOST_PIXELS) return undefined;
  try {
    const raster = await readTags(main);
    if (!isMeasured(raster)) return undefined;
    const { values, range } = measurementsOf(sortSample(await readSample(smallest), raster, 0), raster);
    if (values.length === 0) return undefined;
    const round = (end: number) => roundLimit(end, range.high - range.low);
    return { [MEASURED_BAND]: { quantiles: quantilesOf(values), range: [round(range.low), round(range.high)] } };
  } catch {
    // The map shows the raster without them, or says what is wrong with it.
    return undefined;
  }
}
