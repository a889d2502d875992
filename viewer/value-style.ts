import type { ExpressionSpecification, FilterSpecification } from "maplibre-gl";
import type { ClassColors, ColorBy, SizeBy, Statistics } from "../lib/data-maps/style/schema";

/** Index of features whose value is in no category, or no number. */
export const NO_CLASS = -1;
const NO_VALUE_COLOR = "#9aa5b1";

/** No measurement has this value. */
const NO_NUMBER = -1e300;

export interface LegendEntry {
  /** Of the category or class, or {@link NO_CLASS}. */
  index: number;
  color: string;
  text: string;
}

/** Returns whether a value is a number, or the text of one. */
export function isNumber(value: ExpressionSpecification): ExpressionSpecification {
  // "", true and false would be numbers.
  const hasOther: ExpressionSpecification = ["in", ["to-string", value], ["literal", ["", "true", "false"]]];
  return ["all", ["!", hasOther], ["!=", ["to-number", value, NO_NUMBER], NO_NUMBER]];
}

/** Returns the index of the category or class that a feature is in. Tiles may have numbers as texts. */
export function classIndex(colorBy: ColorBy): ExpressionSpecification {
  const value: ExpressionSpecification = ["get", colorBy.attribute];
  if (colorBy.kind === "categories") {
    const cases = colorBy.categories.flatMap((category, index) => [String(category.value), index]);
    return ["match", ["to-string", value], ...cases, NO_CLASS] as unknown as ExpressionSpecification;
  }
  const steps = colorBy.limits.flatMap((limit, index) => [limit, index + 1]);
  return ["case", isNumber(value), ["step", ["to-number", value, 0], 0, ...steps], NO_CLASS] as unknown as ExpressionSpecification;
}

function colorsOf(colorBy: ColorBy): readonly string[] {
  return colorBy.kind === "categories" ? colorBy.categories.map(({ color }) => color) : colorBy.colors;
}

const otherColor = (colorBy: ColorBy) => (colorBy.kind === "categories" ? colorBy.other : NO_VALUE_COLOR);

export function colorExpression(colorBy: ColorBy): ExpressionSpecification {
  const cases = colorsOf(colorBy).flatMap((color, index) => [index, color]);
  return ["match", classIndex(colorBy), ...cases, otherColor(colorBy) ?? NO_VALUE_COLOR] as unknown as ExpressionSpecification;
}

/** Returns the filter that leaves out classes, or null when all are drawn. @param hidden indexes of classes */
export function classFilter(colorBy: ColorBy | null | undefined, hidden: readonly number[] = []): FilterSpecification | null {
  if (!colorBy) return null;
  const left = otherColor(colorBy) === null && !hidden.includes(NO_CLASS) ? [...hidden, NO_CLASS] : hidden;
  return left.length > 0 ? ["!", ["in", classIndex(colorBy), ["literal", [...left]]]] : null;
}

/** Returns a size that grows with the zoom, so that a whole country isn't covered by its outlines. @param size pixels */
export function growing(size: number | ExpressionSpecification): ExpressionSpecification {
  const times = (factor: number): ExpressionSpecification => ["*", factor, size];
  return ["interpolate", ["linear"], ["zoom"], 4, times(0.6), 10, size, 18, times(1.5)];
}

/** Returns a size in pixels that grows with a number of the feature. */
export function sizeExpression({ attribute, values: [from, to], sizes: [small, large] }: SizeBy): ExpressionSpecification {
  return ["interpolate", ["linear"], ["to-number", ["get", attribute], from], from, small, to, large];
}

export const formatNumber = (value: number, digits = 6) => value.toLocaleString("en-GB", { maximumFractionDigits: digits });

function classText(limits: readonly number[], index: number, unit: string): string {
  const [from, to] = [limits[index - 1], limits[index]];
  if (from === undefined && to === undefined) return "All";
  if (from === undefined) return `Below ${formatNumber(to ?? 0)}${unit}`;
  return to === undefined
    ? `${formatNumber(from)}${unit} and more`
    : `${formatNumber(from)} ${from < 0 ? "to" : "–"} ${formatNumber(to)}${unit}`;
}

/** Returns the lines of a legend in their order. Other values have none when it is known that there are no others. */
export function legendOf(colorBy: ColorBy | ClassColors, statistics: Statistics = {}): LegendEntry[] {
  if (colorBy.kind === "classes") {
    const unit = colorBy.unit ? ` ${colorBy.unit}` : "";
    return colorBy.colors.map((color, index) => ({ index, color, text: classText(colorBy.limits, index, unit) }));
  }
  const { categories, other } = colorBy;
  const entries = categories.map(({ value, color, name }, index) => ({ index, color, text: name || String(value) }));
  const known = new Set(categories.map(({ value }) => String(value)));
  const isComplete = statistics[colorBy.attribute]?.values?.every(([value]) => known.has(String(value))) ?? false;
  return other === null || isComplete ? entries : [...entries, { index: NO_CLASS, color: other, text: "Other" }];
}
