export type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
/** Steps of a ramp, which is computed once. */
const STEPS = 256;

export function toRgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Returns a colour of a ramp. @param share 0 to 1 */
function mixColors(colors: readonly Rgb[], share: number): Rgb {
  const place = share * (colors.length - 1);
  const below = Math.min(Math.floor(place), colors.length - 2);
  const [from = BLACK, to = BLACK] = colors.slice(below);
  const mix = (a: number, b: number) => a + (b - a) * (place - below);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

/** Returns the function that returns the colour of a value. Values outside of the range have the colours of its ends. */
export function createRamp(hexes: readonly string[], low: number, high: number): (value: number) => Rgb | undefined {
  const colors = hexes.map(toRgb);
  const table = Array.from({ length: STEPS }, (_, step) => mixColors(colors, step / (STEPS - 1)));
  const factor = (STEPS - 1) / (high > low ? high - low : 1);
  return (value) => table[Math.max(0, Math.min(STEPS - 1, Math.round((value - low) * factor)))];
}
