import type { Feature } from "geojson";
import { expect, it } from "vitest";
import { toCsv, toGeoJson } from "./download-rows";

const point = (properties: Feature["properties"], coordinates = [10.5, 59.25, 3]): Feature => ({
  type: "Feature",
  id: 7,
  properties,
  geometry: { type: "Point", coordinates },
});
const columns = [{ name: "name" }, { name: "depth" }];

it("toCsv writes the attributes and coordinates of points", async () => {
  const rows = [point({ name: "Shoal, outer", depth: -4.5 }), point({ name: "Æ", depth: null }, [0, 0])];
  expect(await toCsv(rows, columns)).toBe('\ufeffname,depth,longitude,latitude\r\n"Shoal, outer",-4.5,10.5,59.25\r\nÆ,,0,0');
});

it("toCsv keeps the coordinates that a file has itself", async () => {
  expect(await toCsv([point({ longitude: 1 })], [{ name: "longitude" }])).toBe("\ufefflongitude\r\n1");
});

it.each(["=1+1", "+SUM(A1)", "-cmd", "@A1", "\tx"])("toCsv writes %j so that no spreadsheet runs it", async (name) => {
  expect(
    (await toCsv([{ ...point({ name }), geometry: { type: "LineString", coordinates: [] } }], [{ name: "name" }])).split("\r\n")[1],
  ).toMatch(/^"?'/);
});

it.each(["-12.5", "+3", "-1,5"])("toCsv keeps the number %s of a text", async (depth) => {
  const text = await toCsv([point({ depth, longitude: 0 })], [{ name: "depth" }, { name: "longitude" }]);
  expect(text).not.toContain("'");
});

it("toGeoJson writes attributes and geometries", () => {
  expect(JSON.parse(toGeoJson([point({ name: "A" })]))).toEqual({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { name: "A" }, geometry: { type: "Point", coordinates: [10.5, 59.25, 3] } }],
  });
});
