/** Longitude and latitude in degrees, of datums that differ by less than a few metres. */
const DEGREES = new Set([4326, 4979, 4258, 4269, 4674, 4283, 7844, 4937].map((number) => `EPSG:${number}`));

/** Other numbers of Web Mercator. */
const MERCATORS = new Set(["EPSG:900913", "EPSG:3785", "EPSG:102100", "EPSG:102113"]);
const MERCATOR = "EPSG:3857";
const MERCATOR_EDGE = 20_037_509;

/** Projections in use, with the range of their eastings and northings. The likeliest come first. */
const RANGES: readonly [numbers: readonly number[], west: number, east: number, south: number, north: number][] = [
  [[4647], 32_100_000, 32_900_000, 5_000_000, 6_500_000],
  [[5650], 33_100_000, 33_900_000, 5_000_000, 6_500_000],
  [[31466], 2_400_000, 2_700_000, 5_200_000, 6_200_000],
  [[31467], 3_300_000, 3_800_000, 5_200_000, 6_200_000],
  [[31468], 4_200_000, 4_800_000, 5_200_000, 6_200_000],
  [[31469], 5_200_000, 5_800_000, 5_200_000, 6_200_000],
  [[2056], 2_480_000, 2_850_000, 1_060_000, 1_310_000],
  [[3035], 2_500_000, 7_500_000, 1_350_000, 5_500_000],
  [[25832, 25833, 32632, 32633], 100_000, 900_000, 1_000_000, 9_400_000],
  [[28992], 0, 300_000, 300_000, 630_000],
  [[21781], 480_000, 840_000, 70_000, 300_000],
  [[27700], 0, 700_000, 0, 1_250_000],
  [[2154], 100_000, 1_250_000, 6_000_000, 7_150_000],
];

/** The numbers of projections that are used most. */
export const COMMON_PROJECTIONS: readonly string[] = [...RANGES.flatMap(([numbers]) => numbers), 3857, 4326].map(
  (number) => `EPSG:${number}`,
);

export const isDegrees = (projection: string) => DEGREES.has(projection);

/** Returns the number that GDAL knows a projection by. */
export const knownProjection = (projection: string) => (MERCATORS.has(projection) ? MERCATOR : projection);

/** Returns the numbers of projections that a position may have, the likeliest first. */
export function likelyProjections(x: number, y: number): string[] {
  const fitting = RANGES.filter(([, west, east, south, north]) => x >= west && x <= east && y >= south && y <= north);
  const numbers = fitting.flatMap(([found]) => found.map((number) => `EPSG:${number}`));
  return Math.max(Math.abs(x), Math.abs(y)) <= MERCATOR_EDGE ? [...numbers, MERCATOR] : numbers;
}
