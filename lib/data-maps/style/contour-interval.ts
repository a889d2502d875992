/** Contours that a new interval gives, about. */
const WANTED = 15;
/** More lines would hide the colours, and take long to draw. */
const MOST = 200;
/** The library that draws contours knows measurements up to so many intervals. */
const FURTHEST = 9_000;

const endsOf = (quantiles: readonly number[]): [number, number] => [quantiles[0] ?? 0, quantiles.at(-1) ?? 0];

/** Returns the least of 1, 2 and 5 times a power of ten that isn't below a number. */
function roundUp(number: number): number {
  const exponent = Math.floor(Math.log10(number));
  const factor = [1, 2, 5].find((each) => Number(`${each}e${exponent}`) >= number);
  return Number(factor ? `${factor}e${exponent}` : `1e${exponent + 1}`);
}

/** Returns a round interval for the measurements of a raster. @param quantiles ascending */
export function firstInterval(quantiles: readonly number[] = []): number {
  const [least, greatest] = endsOf(quantiles);
  return greatest > least ? roundUp((greatest - least) / WANTED) : 10;
}

/** Returns the interval that is drawn: the chosen one, or a round multiple of it if that would give too many lines. */
export function drawnInterval(interval: number, quantiles: readonly number[] = []): number {
  const [least, greatest] = endsOf(quantiles);
  const needed = Math.max((greatest - least) / MOST, Math.abs(least) / FURTHEST, Math.abs(greatest) / FURTHEST);
  return needed > interval ? interval * roundUp(needed / interval) : interval;
}
