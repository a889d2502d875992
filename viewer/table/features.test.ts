import type { Feature, Geometry } from "geojson";
import { describe, expect, it } from "vitest";
import { type Box, boxOf, isInView } from "./feature-box";
import { distinctFeatures, findFeature } from "./same-feature";

const feature = (properties: Feature["properties"], geometry: Geometry, id?: number): Feature => ({
  type: "Feature",
  properties,
  geometry,
  ...(id !== undefined && { id }),
});
const point = (...coordinates: number[]): Geometry => ({ type: "Point", coordinates });

describe("boxOf", () => {
  it("returns the bounds of all parts", () => {
    expect(boxOf({ type: "GeometryCollection", geometries: [point(1, 2), { type: "MultiPoint", coordinates: [[-3, 4]] }] })).toEqual([
      -3, 2, 1, 4,
    ]);
  });

  it("returns null for an empty geometry", () => {
    expect(boxOf({ type: "MultiPoint", coordinates: [] })).toBeNull();
    expect(boxOf(null)).toBeNull();
  });
});

describe("isInView", () => {
  const view: Box = [170, -10, 190, 10];
  it.each<[string, Box, boolean]>([
    ["inside", [175, 0, 176, 1], true],
    ["across the date line", [-175, 0, -174, 1], true],
    ["around the view", [0, -90, 360, 90], true],
    ["west of it", [160, 0, 169, 1], false],
    ["north of it", [175, 11, 176, 12], false],
  ])("knows a box that is %s", (_, box, expected) => expect(isInView(box, view)).toBe(expected));

  it("knows a box in another copy of the world", () => expect(isInView([5, 0, 6, 1], [364, -1, 367, 2])).toBe(true));
});

describe("findFeature", () => {
  const features = [
    feature({ a: 1, b: { c: 2 } }, point(0, 0)),
    feature({ a: 2, b: null }, point(0, 0)),
    feature({ a: 1, b: { c: 2 } }, point(9, 9)),
  ];

  it("finds the nearest feature with the attributes of a part, whose objects are texts", () => {
    expect(findFeature(features, feature({ a: 1, b: '{"c":2}' }, point(8, 8)))).toBe(2);
    expect(findFeature(features, feature({ a: 1, b: '{"c":2}' }, point(8, 8)), [1, 1])).toBe(0);
  });

  it("finds a feature whose empty attributes the part leaves out", () =>
    expect(findFeature(features, feature({ a: 2 }, point(0, 0)))).toBe(1));

  it("returns -1 for another feature", () => expect(findFeature(features, feature({ a: 3 }, point(0, 0)))).toBe(-1));
});

it("a feature in several tiles is one, and points that differ in their place only are several", () => {
  const line: Geometry = {
    type: "LineString",
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  };
  const parts = [
    feature({ a: 1 }, line),
    feature(
      { a: 1 },
      {
        ...line,
        coordinates: [
          [1, 1],
          [2, 2],
        ],
      },
    ),
    feature({ a: 1 }, line, 7),
    feature({ a: 2 }, line, 7),
    feature({ a: 1 }, point(0, 0)),
    feature({ a: 1 }, point(1, 1)),
    feature({ a: 1 }, point(1, 1)),
  ];
  const distinct = distinctFeatures(parts);
  expect(distinct).toHaveLength(4);
  // It has the parts of both tiles.
  expect(boxOf(distinct[0]?.geometry ?? null)).toEqual([0, 0, 2, 2]);
});
