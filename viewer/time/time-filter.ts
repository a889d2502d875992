import type { ExpressionSpecification, FilterSpecification } from "maplibre-gl";
import { LEAST_MILLISECONDS } from "../../lib/data-maps/style/times";
import { between } from "../filters";
import type { TimeRange } from "./positions";

/** An array of MapLibre's style specification, whose types know no expressions of this depth. */
type Part = readonly unknown[] | string | number;

const DAY = 86_400_000;
/** Days from 1 March of the year 0 to 1 January 1970. */
const TO_1970 = 719_468;

const text: Part = ["var", "text"];
const numberAt = (from: number, to: number): Part => ["to-number", ["slice", text, from, to], 0];
const floor = (value: Part, divisor: number): Part => ["floor", ["/", value, divisor]];

/** The year begins in March, so that leap days are at its end. */
const year: Part = ["-", numberAt(0, 4), ["case", ["<", numberAt(5, 7), 3], 1, 0]];
const month: Part = ["%", ["+", numberAt(5, 7), 9], 12];
const [y, m]: [Part, Part] = [
  ["var", "year"],
  ["var", "month"],
];
const dayOfYear: Part = ["+", floor(["+", ["*", 153, m], 2], 5), numberAt(8, 10), -1];
const days: Part = ["+", ["*", 365, y], floor(y, 4), ["-", floor(y, 100)], floor(y, 400), dayOfYear, -TO_1970];

/** Texts such as `2026-11-28T14:05Z` have no seconds. */
const seconds: Part = ["case", ["==", ["slice", text, 16, 17], ":"], numberAt(17, 19), 0];
const ofDay: Part = ["+", ["*", 3600, numberAt(11, 13)], ["*", 60, numberAt(14, 16)], seconds];

/** Place of the sign before the hours of a time zone, or -1. */
const sign: Part = ["max", ["index-of", "+", text, 16], ["index-of", "-", text, 16]];
const at: Part = ["var", "sign"];
const hours: Part = ["to-number", ["slice", text, ["+", at, 1], ["+", at, 3]], 0];
const minutes: Part = ["case", [">", ["-", ["length", text], at], 3], ["to-number", ["slice", text, -2], 0], 0];
const direction: Part = ["case", ["==", ["slice", text, at, ["+", at, 1]], "-"], -1, 1];
const zone: Part = ["case", ["<", at, 0], 0, ["*", direction, ["+", ["*", 3600, hours], ["*", 60, minutes]]]];

const ofText: Part = [...["let", "year", year, "month", month, "sign", sign], ["+", ["*", DAY, days], ["*", 1000, ["-", ofDay, zone]]]];
const number: Part = ["var", "number"];

/** Returns the time of a feature in milliseconds since 1970, as `toTime` reads it. Other values are out of every range. */
export function timeExpression(attribute: string): ExpressionSpecification {
  const value: Part = ["get", attribute];
  const ofNumber: Part = ["case", ["<", number, LEAST_MILLISECONDS], ["*", 1000, number], number];
  const time: Part = ["case", [">", number, 0], ofNumber, ofText];
  return ["let", "text", ["to-string", value], "number", ["to-number", value, 0], time] as unknown as ExpressionSpecification;
}

/** Returns the filter of the features in a range of times. Infinite times set no limit. */
export function timeFilter(attribute: string, [from, to]: TimeRange): FilterSpecification {
  return ["all", ...between(timeExpression(attribute), from, to)];
}
