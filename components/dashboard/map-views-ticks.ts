/** Steps between two lines of a scale, but for the powers of ten. */
const ROUND_STEPS = [1, 2, 5, 10];
const MOST_STEPS = 4;

/**
 * Whole, round numbers from 0 to at least `highest`, with the same step between them: few enough to be read.
 * @param highest a whole number; nothing has a scale to 1
 */
export function countTicks(highest: number): number[] {
  const least = Math.max(1, highest / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(least));
  // A power of ten below 1 cannot come up: the least step is 1.
  const step = power * (ROUND_STEPS.find((round) => round * power >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Days that are named below the bars: a week apart, and the last one among them. */
export function weeklyTicks(days: readonly string[]): string[] {
  return days.filter((_, index) => (days.length - 1 - index) % 7 === 0);
}
