import type { ExpressionSpecification, FilterSpecification } from "maplibre-gl";

/** Returns the filter of features that all filters leave, or undefined if there are none. */
export function allOf(...filters: readonly (FilterSpecification | null | undefined)[]): FilterSpecification | undefined {
  const given = filters.filter((filter) => filter !== null && filter !== undefined);
  return given.length > 1 ? (["all", ...given] as FilterSpecification) : given[0];
}

/** Returns the conditions that a number is in a range. Infinite limits are none. */
export function between(number: ExpressionSpecification, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) {
  const limits: ExpressionSpecification[] = [
    [">=", number, least],
    ["<=", number, most],
  ];
  return limits.filter(([, , limit]) => Number.isFinite(limit));
}
