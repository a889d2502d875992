import { expect, test } from "vitest";
import { type ColumnSorts, sortOfColumns } from "./column-sort";

const sorts: ColumnSorts<"all" | "name-asc" | "name-desc"> = {
  all: [],
  "name-asc": [{ id: "name", desc: false }],
  "name-desc": [{ id: "name", desc: true }],
};

test.each([
  [[{ id: "name", desc: false }], "name-asc"],
  [[{ id: "name", desc: true }], "name-desc"],
  [[{ id: "actions", desc: true }], undefined],
  [[], undefined],
])("sortOfColumns(%j) returns %s", (sorting, expected) => {
  expect(sortOfColumns(sorts, sorting)).toBe(expected);
});
