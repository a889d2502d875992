import type { Feature } from "geojson";
import type { MapLayer } from "../../lib/data-maps/schema";
import type { ShownAttribute } from "../../lib/data-maps/style/display-schema";
import type { Value } from "../../lib/data-maps/style/schema";
import { toNumber } from "../../lib/data-maps/style/to-number";
import { valueText } from "../feature-text";

const MOST_COLUMNS = 100;
/** Features whose texts give a column its width. */
const MEASURED = 200;
const [NARROWEST, WIDEST] = [8, 40];
/** Next to the texts. Characters. */
const [BUTTONS, PADDING] = [11, 4];

/** An attribute in the table. */
export interface Column {
  name: string;
  /** Its name for people, with the unit. */
  title: string;
  /** How its values are shown, without the unit. */
  shown?: ShownAttribute | undefined;
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
export const cellText = (value: unknown, shown?: ShownAttribute) => (isEmpty(value) ? "" : valueText(value, shown));

function isNumeric(features: readonly Feature[], name: string): boolean {
  let hasNumber = false;
  for (const feature of features) {
    const value = attributeOf(feature, name);
    if (isEmpty(value)) continue;
    if (toNumber(value) === null) return false;
    hasNumber = true;
  }
  return hasNumber;
}

function widthOf(features: readonly Feature[], { name, title, shown }: Pick<Column, "name" | "title" | "shown">): number {
  const step = Math.ceil(features.length / MEASURED);
  let longest = 0;
  for (let at = features.length - 1; at >= 0; at -= step)
    longest = Math.max(longest, cellText(attributeOf(features[at], name), shown).length);
  return Math.min(WIDEST, Math.max(NARROWEST, longest + PADDING, title.length + BUTTONS));
}

function titleOf(name: string, popup: MapLayer["popup"]): Pick<Column, "name" | "title" | "shown"> {
  const found = popup?.find(({ attribute }) => attribute === name);
  if (!found) return { name, title: name };
  const { unit, ...shown } = found;
  const title = shown.name || name;
  return { name, title: unit ? `${title} (${unit})` : title, shown };
}

/** Returns the attributes of features in the order in which they appear. */
export function columnsOf(features: readonly Feature[], { statistics = {}, popup }: Pick<MapLayer, "statistics" | "popup">): Column[] {
  const names = new Set<string>();
  for (const { properties } of features) for (const name in properties) names.add(name);
  return [...names].slice(0, MOST_COLUMNS).map((name) => {
    const titled = titleOf(name, popup);
    const values = statistics[name]?.values?.map(([value]) => value) ?? [];
    return { ...titled, isNumeric: isNumeric(features, name), values, width: widthOf(features, titled) };
  });
}
