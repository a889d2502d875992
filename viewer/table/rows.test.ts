import type { Feature } from "geojson";
import { describe, expect, it } from "vitest";
import type { ShownAttribute } from "../../lib/data-maps/style/display-schema";
import { cellText, columnsOf } from "./columns";
import { type Filter, filterRows } from "./filter-rows";
import { sortRows } from "./sort-rows";

const features = [
  { name: "Buoy 10", depth: 9, kind: "buoy" },
  { name: "Ærø", depth: null, kind: "port" },
  { name: "buoy 2", depth: "10.5", kind: "buoy" },
  { name: "", depth: -3 },
].map((properties): Feature => ({ type: "Feature", properties, geometry: { type: "Point", coordinates: [0, 0] } }));
const statistics = {
  kind: {
    values: [
      ["buoy", 2],
      ["port", 1],
    ] as [string, number][],
  },
};
const columns = columnsOf(features, { statistics });
const [name, depth] = columns;
if (!name || !depth) throw new Error("The columns are missing.");

it("columns are the attributes in their order, with what is known of their values", () => {
  expect(columns.map((column) => [column.name, column.isNumeric, column.values])).toEqual([
    ["name", false, []],
    ["depth", true, []],
    ["kind", false, ["buoy", "port"]],
  ]);
});

it("columns have the names, units and decimals of the popup, and text filters look for what is shown", () => {
  const popup: ShownAttribute[] = [
    { attribute: "depth", name: "Depth", unit: "m", decimals: 1 },
    { attribute: "seen", kind: "date" },
  ];
  const seen: Feature[] = [
    { type: "Feature", properties: { depth: 4, seen: "2026-11-28T14:05:00Z" }, geometry: { type: "Point", coordinates: [0, 0] } },
  ];
  const [first, second] = columnsOf(seen, { popup });
  expect(first?.title).toBe("Depth (m)");
  expect(cellText(4, first?.shown)).toBe("4.0");
  expect(second?.title).toBe("seen");
  const rows = (shown: ShownAttribute | undefined) => filterRows(seen, new Map([["seen", { kind: "text", text: "nov", shown }]]));
  expect([rows(second?.shown), rows(undefined)]).toEqual([[0], []]);
});

it("codes with leading zeros are no numbers", () => {
  const coded: Feature[] = [{ type: "Feature", properties: { code: "0123" }, geometry: { type: "Point", coordinates: [0, 0] } }];
  expect(columnsOf(coded, {})[0]?.isNumeric).toBe(false);
});

describe("sortRows", () => {
  const all = [0, 1, 2, 3];
  it("orders numbers by their value, also those in texts, with empty ones last in both directions", () => {
    expect(sortRows(features, all, { column: depth, isDescending: false })).toEqual([3, 0, 2, 1]);
    expect(sortRows(features, all, { column: depth, isDescending: true })).toEqual([2, 0, 3, 1]);
  });

  it("orders texts as people do, with empty ones last", () => {
    expect(sortRows(features, all, { column: name, isDescending: false })).toEqual([1, 2, 0, 3]);
    expect(sortRows(features, all, { column: name, isDescending: true })).toEqual([0, 2, 1, 3]);
  });

  it("leaves rows with the same value in their order", () => {
    expect(sortRows(features, [2, 0], { column: { ...name, name: "kind" }, isDescending: true })).toEqual([2, 0]);
  });
});

describe("filterRows", () => {
  const filter = (...filters: [string, Filter][]) => filterRows(features, new Map(filters));
  it("finds texts without regard to case and accents", () => {
    expect(filter(["name", { kind: "text", text: " BUOY" }])).toEqual([0, 2]);
    expect(filter(["name", { kind: "text", text: "aero" }])).toEqual([1]);
  });

  it("finds numbers from one limit to the other, and no empty ones", () => {
    expect(filter(["depth", { kind: "range", from: 9, to: 10.5 }])).toEqual([0, 2]);
    expect(filter(["depth", { kind: "range", from: null, to: 0 }])).toEqual([3]);
  });

  it("finds ticked values, and what all filters leave", () => {
    expect(filter(["kind", { kind: "values", values: ["buoy"] }])).toEqual([0, 2]);
    expect(filter(["kind", { kind: "values", values: ["buoy"] }], ["depth", { kind: "range", from: 10, to: null }])).toEqual([2]);
  });

  it("leaves out what isn't shown", () => expect(filterRows(features, new Map(), (row) => row > 1)).toEqual([2, 3]));
});
