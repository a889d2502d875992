/** Semi-major axis in metres and squared eccentricity of WGS 84. */
const [AXIS, ECCENTRICITY] = [6_378_137, 0.00669437999014];
/** Pixels of CSS at zoom 0. */
const WORLD_PIXELS = 512;
const RADIAN = Math.PI / 180;
/** Millimetres of a pixel of CSS, on paper as well. Widths and letters of a printed map get the size that they have on the screen. */
export const PIXEL_MM = 25.4 / 96;
const [LEAST_SCALE, MOST_SCALE] = [500, 20_000_000];

/** Denominators that the panel offers. */
export const SCALES = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000] as const;

/**
 * Returns the metres on the ellipsoid that a pixel of CSS covers. To the north and to the east, Mercator differs from it by at most 0.34 %.
 * @param latitude degrees
 */
export function metresPerPixel(zoom: number, latitude: number): number {
  const flatness = 1 - ECCENTRICITY * Math.sin(latitude * RADIAN) ** 2;
  const radius = (AXIS * Math.sqrt(1 - ECCENTRICITY)) / flatness;
  return (2 * Math.PI * radius * Math.cos(latitude * RADIAN)) / (WORLD_PIXELS * 2 ** zoom);
}

/** Returns the zoom at which a pixel covers some metres at a latitude. */
export const zoomOfMetres = (metres: number, latitude: number) => Math.log2(metresPerPixel(0, latitude) / metres);

/** Returns the zoom of a map on paper. @param scale its denominator, which holds at this latitude */
export const zoomOfScale = (scale: number, latitude: number) => zoomOfMetres((scale * PIXEL_MM) / 1000, latitude);

/** Parses a scale such as `1:25,000` or `25000`. Returns its denominator, or null. */
export function parseScale(text: string): number | null {
  const digits = text.replace(/^\s*1\s*[:/]/, "").replace(/[\s.,'’]/g, "");
  const scale = /^\d+$/.test(digits) ? Number(digits) : 0;
  return scale >= LEAST_SCALE && scale <= MOST_SCALE ? scale : null;
}

export const formatScale = (scale: number) => `1:${Math.round(scale).toLocaleString("en-GB")}`;

/** Returns the longest round length that fits. @param most millimetres */
export function scaleBar(scale: number, most: number): { length: number; text: string } {
  const metres = (most * scale) / 1000;
  const power = 10 ** Math.floor(Math.log10(metres));
  const round = ([5, 2, 1].find((digit) => digit * power <= metres) ?? 1) * power;
  const text = round < 1000 ? `${round} m` : `${(round / 1000).toLocaleString("en-GB")} km`;
  return { length: (round * 1000) / scale, text };
}
