import type { Feature } from "geojson";
import type { MapLayer } from "../../lib/data-maps/schema";
import type { Value } from "../../lib/data-maps/style/schema";
import { toNumber } from "../../lib/data-maps/style/statistics";
import { attributeText } from "../feature-text";

const MOST_COLUMNS = 100;
/** Features whose texts give a column its width. */
const MEASURED = 200;
const [NARROWEST, WIDEST] = [8, 40];
/** Next to the texts. Characters. */
const [BUTTONS, PADDING] = [11, 4];

/** An attribute in the table. */
export interface Column {
  name: string;
  /** All its values are numbers, or texts of numbers. */
  isNumeric: boolean;
  /** All values, when they are known and few. */
  values: readonly Value[];
  /** Characters. */
  width: number;
}

/** Returns the value of an attribute. */
export const attributeOf = (feature: Feature | undefined, name: string): unknown => feature?.properties?.[name];

export const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** Returns the text of a cell. */
export const cellText = (value: unknown) => (isEmpty(value) ? "" : attributeText(value));

/** Returns the number that a value is, or is the text of; else null. */
export const numberOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? toNumber(value) : null);

function isNumeric(features: readonly Feature[], name: string): boolean {
  let hasNumber = false;
  for (const feature of features) {
    const value = attributeOf(feature, name);
    if (isEmpty(value)) continue;
    if (numberOf(value) === null) return false;
    hasNumber = true;
  }
  return hasNumber;
}

function widthOf(features: readonly Feature[], name: string): number {
  const step = Math.ceil(features.length / MEASURED);
  let longest = 0;
  for (let at = features.length - 1; at >= 0; at -= step) longest = Math.max(longest, cellText(attributeOf(features[at], name)).length);
  return Math.min(WIDEST, Math.max(NARROWEST, longest + PADDING, name.length + BUTTONS));
}

/** Returns the attributes of features in the order in which they appear. */
export function columnsOf(features: readonly Feature[], { statistics = {} }: Pick<MapLayer, "statistics">): Column[] {
  const names = new Set<string>();
  for (const { properties } of features) for (const name in properties) names.add(name);
  return [...names].slice(0, MOST_COLUMNS).map((name) => ({
    name,
    isNumeric: isNumeric(features, name),
    values: statistics[name]?.values?.map(([value]) => value) ?? [],
    width: widthOf(features, name),
  }));
}
