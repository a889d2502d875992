import { expect, it } from "vitest";
import { readGeoData } from "./geo-data";

const point = { type: "Point", coordinates: [10, 53.5] };
const berth = { type: "Feature", properties: { name: "Berth 1" }, geometry: point };
const read = (value: unknown) => readGeoData(JSON.stringify(value));

it.each([
  ["a collection", { type: "FeatureCollection", features: [berth, { ...berth, geometry: null }] }, 2],
  ["a feature", berth, 1],
  ["a geometry", point, 1],
  [
    "a geometry of heights",
    {
      type: "MultiPoint",
      coordinates: [
        [40, 30, 7],
        [-40, -10],
      ],
    },
    1,
  ],
  ["geometries in one", { type: "GeometryCollection", geometries: [point, { type: "Point", coordinates: [11, 50] }] }, 1],
])("readGeoData returns a map for %s", (_, value, count) => {
  const data = read(value);
  expect(data).toMatchObject({ kind: "map", format: "GeoJSON" });
  expect(data.kind === "map" && data.features.features.length).toBe(count);
});

it("readGeoData returns a map for a TopoJSON topology", () => {
  const topology = {
    type: "Topology",
    objects: { line: { type: "LineString", arcs: [0] }, places: { type: "GeometryCollection", geometries: [point] } },
    arcs: [
      [
        [100, 0],
        [101, 1],
      ],
    ],
  };
  expect(read(topology)).toMatchObject({ kind: "map", format: "TopoJSON" });
});

it.each([
  ["a list", [1, 2]],
  ["a text", "FeatureCollection"],
  ["nothing", null],
  ["settings", { type: "module", features: "many" }],
  ["a feature of another kind", { type: "Feature", geometry: { type: "Circle" } }],
])("readGeoData returns plain JSON for %s", (_, value) => {
  expect(read(value)).toEqual({ kind: "json", value });
});

it.each([
  ["metres", { type: "Point", coordinates: [3_500_000, 5_600_000] }, "not WGS 84 longitude and latitude"],
  ["damaged coordinates", { type: "Polygon", coordinates: [["a", "b"]] }, "damaged"],
  ["coordinates that are missing", { type: "Polygon" }, "damaged"],
  ["an empty collection", { type: "FeatureCollection", features: [] }, "no features"],
  ["a damaged topology", { type: "Topology", objects: { a: { type: "LineString", arcs: [7] } }, arcs: [] }, "topology is damaged"],
])("readGeoData returns the reason why %s can't be drawn", (_, value, reason) => {
  expect(read(value)).toMatchObject({ kind: "json", reason: expect.stringContaining(reason) });
});

it("readGeoData handles deep nesting without a stack overflow", () => {
  const depth = 5_000;
  expect(readGeoData(`{"type":"Polygon","coordinates":${"[".repeat(depth)}${"]".repeat(depth)}}`).kind).toBe("json");
});

it("readGeoData reports invalid JSON", () => {
  expect(readGeoData("const berths = {};")).toMatchObject({ kind: "invalid" });
  expect(readGeoData("")).toMatchObject({ kind: "invalid" });
});

it("readGeoData ignores a byte order mark", () => {
  expect(readGeoData(`\uFEFF${JSON.stringify(berth)}`).kind).toBe("map");
});
