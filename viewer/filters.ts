import type { ExpressionSpecification, FilterSpecification } from "maplibre-gl";

/** Returns the filter of features that all filters leave, or undefined if there are none. */
export function allOf(...filters: readonly (FilterSpecification | null | undefined)[]): FilterSpecification | undefined {
  const given = filters.filter((filter) => filter !== null && filter !== undefined);
  return given.length > 1 ? (["all", ...given] as FilterSpecification) : given[0];
}

/** Returns the conditions that a number is in a range. A limit can be left out. */
export function between(number: ExpressionSpecification, least?: number | null, most?: number | null): ExpressionSpecification[] {
  const conditions: ExpressionSpecification[] = [];
  if (least !== undefined && least !== null) conditions.push([">=", number, least]);
  if (most !== undefined && most !== null) conditions.push(["<=", number, most]);
  return conditions;
}
