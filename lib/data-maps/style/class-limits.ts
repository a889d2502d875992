import { ckmeans } from "simple-statistics";

export const CLASS_METHODS = { quantiles: "Equal counts", equal: "Equal intervals", natural: "Natural breaks" } as const;
export type ClassMethod = keyof typeof CLASS_METHODS;

/** Limits are rounded to a power of ten that is at most this share of the range. */
const ROUNDED_TO = 1 / 40;
const SIGNIFICANT_DIGITS = 12;

/** @param range of all numbers */
export function roundLimit(limit: number, range: number): number {
  if (range <= 0) return limit;
  const step = 10 ** Math.floor(Math.log10(range * ROUNDED_TO));
  return Number((Math.round(limit / step) * step).toPrecision(SIGNIFICANT_DIGITS));
}

function findLimits(quantiles: readonly number[], count: number, method: ClassMethod): number[] {
  const [least = 0, greatest = 0] = [quantiles[0], quantiles.at(-1)];
  const inner = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
  switch (method) {
    case "equal":
      return inner.map((share) => least + share * (greatest - least));
    case "natural":
      return ckmeans([...quantiles], Math.min(count, new Set(quantiles).size)).flatMap(([first], index) =>
        index > 0 && first !== undefined ? [first] : [],
      );
    case "quantiles":
      return inner.map((share) => quantiles[Math.round(share * (quantiles.length - 1))] ?? least);
  }
}

/** Returns the limits between classes, rounded, each once. @param quantiles ascending, the least and the greatest number included */
export function classLimits(quantiles: readonly number[], count: number, method: ClassMethod): number[] {
  const [least = 0, greatest = 0] = [quantiles[0], quantiles.at(-1)];
  const rounded = findLimits(quantiles, count, method).map((limit) => roundLimit(limit, greatest - least));
  return [...new Set(rounded)].filter((limit) => limit > least && limit <= greatest).sort((a, b) => a - b);
}
