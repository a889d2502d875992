import { z } from "zod";
import { valueSchema } from "../../style/schema";
import type { Rule } from "./found-style";

const DEEPEST = 8;
/** Expressions that return the attribute in them. */
const WRAPPERS: readonly unknown[] = ["to-string", "to-number", "string", "number", "coalesce", "format"];

/** Features of a rule, and the attributes of one of them. */
interface Case {
  test: Rule["test"];
  properties: Record<string, unknown>;
}
export const ALL: Case[] = [{ test: { kind: "all" }, properties: {} }];

/** Returns the attribute that an expression reads, or null. */
export function attributeOf(expression: unknown, depth = 0): string | null {
  if (!Array.isArray(expression) || depth > DEEPEST) return null;
  const [operator, first] = expression;
  if (operator === "get") return typeof first === "string" && expression.length === 2 ? first : null;
  return WRAPPERS.includes(operator) ? attributeOf(first, depth + 1) : null;
}

function valueCases(attribute: string | null, values: unknown): Case[] | null {
  const parsed = z.array(valueSchema).safeParse([values].flat()).data;
  if (attribute === null || !parsed) return null;
  return parsed.map((value) => ({ test: { kind: "value", attribute, value }, properties: Object.fromEntries([[attribute, value]]) }));
}

/** Returns the parts of an expression at even places. */
const evenParts = (parts: readonly unknown[]) => parts.filter((_, index) => index % 2 === 0);

/** Returns the features that a filter lets through, or null if it isn't about values of an attribute. Kinds of geometries don't count. */
export function filterCases(filter: unknown, depth = 0): Case[] | null {
  if (filter === undefined) return ALL;
  if (!Array.isArray(filter) || depth > DEEPEST) return null;
  const [operator, left, right, ...rest] = filter;
  const isGeometry = (one: unknown) =>
    one === "$type" || (Array.isArray(one) && (one[0] === "geometry-type" || one[1] === "$type" || one[1]?.[0] === "geometry-type"));
  if (operator === "all") {
    const [first, ...others] = filter.slice(1).filter((one) => !isGeometry(one));
    return others.length > 0 ? null : filterCases(first, depth + 1);
  }
  if (isGeometry(left)) return ALL;
  const attribute = typeof left === "string" ? left : attributeOf(left);
  if (operator === "==") return valueCases(attribute, right);
  if (operator === "in") return valueCases(attribute, Array.isArray(right) ? right[1] : [right, ...rest]);
  return operator === "match" && rest[0] === true && rest[1] === false ? valueCases(attribute, right) : null;
}

/** Returns the classes of a number. A class of a smooth change is around each of its stops. */
function classCases(attribute: string, isSmooth: boolean, stops: readonly unknown[]): Case[] | null {
  const numbers = z.array(z.number()).min(1).safeParse(evenParts(stops)).data;
  if (!numbers) return null;
  const limits = isSmooth ? numbers.slice(1).map((number, index) => (number + (numbers[index] ?? number)) / 2) : numbers;
  const samples = isSmooth ? numbers : [(numbers[0] ?? 0) - 1, ...numbers];
  return samples.map((sample, index) => ({
    test: { kind: "class", attribute, to: limits[index] ?? Number.POSITIVE_INFINITY },
    properties: Object.fromEntries([[attribute, sample]]),
  }));
}

/** Returns the cases of `match` or `case`, and that of all other features. */
function choiceCases([operator, ...parts]: readonly unknown[]): Case[] | null {
  const attribute = operator === "match" ? attributeOf(parts[0]) : null;
  const labels = evenParts(parts.slice(operator === "match" ? 1 : 0, -1));
  const cases = labels.map((label) => (operator === "match" ? valueCases(attribute, label) : filterCases(label)));
  if (cases.includes(null)) return null;
  return [...cases.flatMap((one) => one ?? []), { test: { kind: "other" }, properties: {} }];
}

/** Returns the values or classes that colours distinguish, or null for other expressions. @param missing gets what becomes classes */
export function colorCases(expression: unknown, missing: Set<string>, depth = 0): Case[] | null {
  if (!Array.isArray(expression)) return ALL;
  if (depth > DEEPEST) return null;
  const [operator, ...parts] = expression;
  if (operator === "match" || operator === "case") return choiceCases(expression);
  const isSmooth = operator === "interpolate";
  if (!isSmooth && operator !== "step") return null;
  const [input, ...stops] = isSmooth ? parts.slice(1) : parts;
  if (Array.isArray(input) && input[0] === "zoom") return colorCases(stops.at(-1), missing, depth + 1);
  const attribute = attributeOf(input);
  if (attribute === null) return null;
  if (isSmooth) missing.add("the steps between its colours");
  return classCases(attribute, isSmooth, isSmooth ? stops : stops.slice(1));
}
