import type { Feature } from "geojson";
import type { ShownAttribute } from "../../lib/data-maps/style/display-schema";
import { toNumber } from "../../lib/data-maps/style/to-number";
import { attributeOf, cellText } from "./columns";
import { foldText } from "./fold-text";

/** What the values of a column must be. */
export type Filter =
  | { kind: "text"; text: string; shown?: ShownAttribute | undefined }
  | { kind: "range"; from: number | null; to: number | null }
  /** Texts of the values. */
  | { kind: "values"; values: readonly string[] };

/** Filters by the names of their columns. */
export type Filters = ReadonlyMap<string, Filter>;

type Test = (value: unknown) => boolean;

function testOf(filter: Filter): Test {
  switch (filter.kind) {
    case "text": {
      const part = foldText(filter.text.trim());
      return (value) => foldText(cellText(value, filter.shown)).includes(part);
    }
    case "range": {
      const [from, to] = [filter.from ?? Number.NEGATIVE_INFINITY, filter.to ?? Number.POSITIVE_INFINITY];
      return (value) => {
        const number = toNumber(value);
        return number !== null && number >= from && number <= to;
      };
    }
    case "values": {
      const values = new Set(filter.values);
      return (value) => values.has(String(value));
    }
  }
}

/** Returns the indexes of the features that all filters leave. @param isShown says of an index whether it is considered */
export function filterRows(features: readonly Feature[], filters: Filters, isShown: (index: number) => boolean = () => true): number[] {
  const tests = [...filters].map(([name, filter]) => [name, testOf(filter)] as const);
  const rows: number[] = [];
  for (const [index, feature] of features.entries()) {
    if (tests.every(([name, test]) => test(attributeOf(feature, name))) && isShown(index)) rows.push(index);
  }
  return rows;
}
