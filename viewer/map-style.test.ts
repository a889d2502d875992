import { describe, expect, it } from "vitest";
import { type DataMap, dataMapSchema, layerKey } from "../lib/data-maps/schema";
import { fileUrl, layerOf, styleMap } from "./map-style";
import { themes } from "./theme";

const base = "https://map.example/harbour/";
const parse = (layers: object[]): DataMap =>
  dataMapSchema.parse({ version: 1, title: "Harbour", view: { center: [8, 54], zoom: 9 }, layers });
const style = (layers: object[], converted = new Map<string, string>()) =>
  styleMap(parse(layers), { converted, basemap: null, theme: themes.light, base });

const buoys = { name: "Buoys", file: "buoys.geojson", format: "geojson", kind: "points" };
const depths = { name: "Depths", file: "port.pmtiles", format: "pmtiles", kind: "lines", sourceLayer: "depths" };

describe("fileUrl", () => {
  it("resolves a path below the folder of the map", () => {
    expect(fileUrl("data/a.geojson", base)).toBe("https://map.example/harbour/data/a.geojson");
  });

  it("keeps characters that URLs give a meaning to", () => {
    expect(fileUrl("10 % #1?.geojson", base)).toBe("https://map.example/harbour/10%20%25%20%231%3F.geojson");
  });
});

describe("styleMap", () => {
  it("draws the first layer on top", () => {
    const drawn = style([buoys, depths]).layers.map(({ type }) => type);
    expect(drawn).toEqual(["background", "line", "circle"]);
  });

  it("reads an archive once for several of its layers", () => {
    const { sources } = style([depths, { ...depths, sourceLayer: "berths" }]);
    expect(Object.values(sources)).toEqual([{ type: "vector", url: "pmtiles://https://map.example/harbour/port.pmtiles" }]);
  });

  it("reads tiles from their folder, in the order of their rows", () => {
    const tiles = { scheme: "tms", minZoom: 5, maxZoom: 7, bounds: [5, 52, 11, 55] };
    const folder = { name: "Depths", file: "10 %/{z}/{x}/{y}.png", format: "tiles", kind: "raster", tiles };
    const source = { scheme: "tms", minzoom: 5, maxzoom: 7, bounds: tiles.bounds };
    const image = { type: "raster", ...source, tiles: [`${base}10%20%25/{z}/{x}/{y}.png`], tileSize: 256 };
    expect(Object.values(style([folder]).sources)).toEqual([image]);
    const vector = { ...folder, file: "{z}/{x}/{y}.pbf", kind: "lines", sourceLayer: "depths" };
    const { sources } = style([vector, { ...vector, sourceLayer: "berths" }]);
    expect(Object.values(sources)).toEqual([{ type: "vector", ...source, tiles: [`${base}{z}/{x}/{y}.pbf`] }]);
  });

  it("gives each layer of MapLibre its own id when a file is drawn twice", () => {
    const { layers } = style([buoys, buoys, buoys]);
    expect(new Set(layers.map(({ id }) => id)).size).toBe(4);
    expect(layers.slice(1).map(layerOf)).toEqual(new Array(3).fill(layerKey({ file: "buoys.geojson" })));
  });

  it("shows nothing for a file before it is converted, and what it was converted to", () => {
    const track = { name: "Track", file: "track.gpx", format: "gpx", kind: "lines" };
    const key = layerKey(track);
    expect(style([track]).sources[key]).toMatchObject({ data: { features: [] } });
    expect(style([track], new Map([[key, "blob:1"]])).sources[key]).toMatchObject({ data: "blob:1" });
  });

  it("reads GeoJSON from its file, unless the viewer repairs it", () => {
    const file = { name: "Lines", file: "a.geojson", format: "geojson", kind: "lines" };
    const key = layerKey(file);
    const converted = new Map([[key, "blob:1"]]);
    expect(style([file], converted).sources[key]).toMatchObject({ data: `${base}a.geojson` });
    expect(style([{ ...file, isRepaired: true }], converted).sources[key]).toMatchObject({ data: "blob:1" });
  });

  it("leaves out MBTiles, which become PMTiles later", () => {
    const { layers, sources } = style([{ name: "Old", file: "old.mbtiles", format: "mbtiles", kind: "mixed" }]);
    expect([layers.length, sources]).toEqual([1, {}]);
  });
});
