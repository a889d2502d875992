import { describe, expect, it } from "vitest";
import { MapFileError, parseMap } from "./read-map";

const map = { version: 1, title: "Harbour", view: { center: [8, 54], zoom: 9 }, layers: [] };

describe("parseMap", () => {
  it("reads map.json with the defaults of what it leaves out", () => {
    expect(parseMap(JSON.stringify(map))).toEqual({ ...map, basemap: null });
  });

  it("says that the text isn't JSON", () => {
    expect(() => parseMap('{"version": 1,')).toThrow(/^map\.json isn't valid JSON: /);
  });

  it("names the first wrong member", () => {
    const layer = { name: "Buoys", file: "buoys.geojson", format: "geojson", kind: "points", color: "red" };
    expect(() => parseMap(JSON.stringify({ ...map, layers: [layer] }))).toThrow(
      new MapFileError("map.json is wrong at layers.0.color: Write a colour such as #2563eb."),
    );
  });

  it("refuses a file outside of the map", () => {
    const layer = { name: "Secrets", file: "../other/secret.geojson", format: "geojson", kind: "points" };
    expect(() => parseMap(JSON.stringify({ ...map, layers: [layer] }))).toThrow("layers.0.file");
  });
});
