import type { Feature } from "geojson";
import { toNumber } from "../../lib/data-maps/style/to-number";
import { attributeOf, type Column, cellText, isEmpty } from "./columns";

const { compare } = new Intl.Collator(undefined, { numeric: true });

export interface Order {
  column: Column;
  isDescending: boolean;
}

/** Returns a number for each row by which texts are in order. Texts are compared once for all rows that have them. */
function ranksOf(texts: readonly string[]): number[] {
  const ranks = new Map([...new Set(texts)].sort(compare).map((text, rank) => [text, rank]));
  return texts.map((text) => ranks.get(text) ?? 0);
}

/** Returns indexes of features in the order of a column. Features without a value are last. */
export function sortRows(features: readonly Feature[], rows: readonly number[], { column, isDescending }: Order): number[] {
  const values = rows.map((row) => attributeOf(features[row], column.name));
  const keys = column.isNumeric ? values.map((value) => toNumber(value) ?? 0) : ranksOf(values.map((value) => cellText(value)));
  const places = [...rows.keys()];
  const filled = places.filter((place) => !isEmpty(values[place]));
  const empty = places.filter((place) => isEmpty(values[place]));
  const direction = isDescending ? -1 : 1;
  filled.sort((a, b) => direction * ((keys[a] ?? 0) - (keys[b] ?? 0)));
  return [...filled, ...empty].map((place) => rows[place] ?? 0);
}
