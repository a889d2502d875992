import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { PbfReader } from "pbf";
import { PMTiles, type Source } from "pmtiles";
import { beforeAll, describe, expect, it } from "vitest";
import { WORLD_BASEMAP_FILE } from "../lib/data-maps/values";
import { BASEMAP_SOURCE } from "./map-style";
import { styleWorld } from "./world-style";

const file = path.join(import.meta.dirname, WORLD_BASEMAP_FILE);
const MAX_BYTES = 12 * 1024 * 1024;

const layersOf = (theme: "light" | "dark") => styleWorld(theme === "dark");

describe.each(["light", "dark"] as const)("styleWorld in the %s theme", (theme) => {
  it("is a valid style that names no other host and no fonts to download", () => {
    const sources = { [BASEMAP_SOURCE]: { type: "vector" as const, url: "pmtiles://https://map.example/world.pmtiles" } };
    const style = { version: 8 as const, sources, layers: layersOf(theme) };
    // Without glyphs, MapLibre draws letters in the browser. The validator doesn't know that.
    const problems = validateStyleMin(style).filter(({ message }) => !message.includes("glyphs"));
    expect(problems).toEqual([]);
    expect(JSON.stringify(style.layers)).not.toMatch(/https?:|glyphs|icon-image/);
  });

  it("draws areas below lines, and names on top", () => {
    const types = layersOf(theme).map(({ type }) => type);
    expect(types).toEqual(types.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(types.filter((type) => type === "symbol")).toHaveLength(3);
  });
});
const order = ["background", "fill", "line", "symbol"];

it("has the same layers in both themes, in other colours", () => {
  expect(layersOf("light").map(({ id }) => id)).toEqual(layersOf("dark").map(({ id }) => id));
  expect(layersOf("light")[0]?.paint).not.toEqual(layersOf("dark")[0]?.paint);
});

describe("the built-in basemap", () => {
  let archive: PMTiles;
  beforeAll(async () => {
    const bytes = await readFile(file);
    const source: Source = {
      getKey: () => file,
      getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
    };
    archive = new PMTiles(source);
  });

  async function readTile(z: number, x: number, y: number): Promise<VectorTile> {
    const tile = await archive.getZxy(z, x, y);
    if (!tile) throw new Error(`There is no tile ${z}/${x}/${y}.`);
    return new VectorTile(new PbfReader(new Uint8Array(tile.data)));
  }

  const namesOf = ({ layers }: VectorTile, layer: string) => {
    const { length = 0 } = layers[layer] ?? {};
    return Array.from({ length }, (_, index) => layers[layer]?.feature(index).properties.name);
  };

  it("is small enough for the repository and a release", async () => {
    expect((await stat(file)).size).toBeLessThan(MAX_BYTES);
  });

  it("has the layers that the style draws, from zoom 0 to 7, and names its sources", async () => {
    const { minZoom, maxZoom } = await archive.getHeader();
    expect([minZoom, maxZoom]).toEqual([0, 7]);
    const { vector_layers: described, attribution } = (await archive.getMetadata()) as {
      vector_layers: { id: string }[];
      attribution: string;
    };
    const drawn = styleWorld(false).flatMap((layer) => ("source-layer" in layer && layer["source-layer"] ? [layer["source-layer"]] : []));
    expect(new Set(described.map(({ id }) => id))).toEqual(new Set(drawn));
    for (const source of ["OpenStreetMap", "Natural Earth", "GeoNames", "NOAA"]) expect(attribution).toContain(source);
  });

  it("names countries and oceans in its first tiles", async () => {
    const tile = await readTile(1, 0, 0);
    expect(Object.keys(tile.layers)).toEqual(expect.arrayContaining(["depths", "land", "borders", "countries", "seas"]));
    expect(namesOf(tile, "countries")).toContain("Canada");
    expect(namesOf(tile, "seas")).toContain("Atlantic Ocean");
  });

  it("shows harbour towns and their coast in its last tiles", async () => {
    const gothenburg = await readTile(7, 68, 38);
    expect(namesOf(gothenburg, "places")).toContain("Gothenburg");
    expect(gothenburg.layers.land?.length).toBe(1);
  });

  it("has all depths that the style draws", async () => {
    const { layers } = await readTile(0, 0, 0);
    const { length = 0 } = layers.depths ?? {};
    const depths = Array.from({ length }, (_, index) => layers.depths?.feature(index).properties.depth);
    const drawn = styleWorld(false).flatMap(({ id }) => (id.startsWith("basemap/depth-") ? [Number(id.slice(14))] : []));
    expect(depths).toEqual(drawn);
  });

  it("needs less than 300 KB for a first view", async () => {
    const tiles = [0, 1, 2, 3].map((near) => [3 + (near % 2), 1 + Math.floor(near / 2)] as const);
    const sizes = await Promise.all(tiles.map(async ([x, y]) => (await archive.getZxy(3, x, y))?.data.byteLength ?? 0));
    // Inflated. They are about half as large when they are sent.
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(500_000);
  });
});
