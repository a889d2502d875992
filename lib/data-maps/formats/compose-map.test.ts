import { describe, expect, it } from "vitest";
import { type DataMap, dataMapSchema } from "../schema";
import { LAYER_COLORS } from "../values";
import { composeMap, replaceLayers } from "./compose-map";
import type { FoundLayer } from "./data-file";

const found = (file: string, layer: Partial<FoundLayer> = {}): FoundLayer => ({
  name: file,
  file,
  format: "geojson",
  kind: "points",
  bounds: [8, 53.9, 8.2, 54.1],
  minZoom: 0,
  attributes: ["depth"],
  ...layer,
});
const tiles = (file: string, layer: Partial<FoundLayer> = {}) => found(file, { format: "mbtiles", kind: "mixed", bounds: null, ...layer });
const compose = (layers: FoundLayer[], former: DataMap | null = null) =>
  composeMap({ title: "Harbour", layers, former, basemap: "shared" });
const files = ({ layers }: DataMap) => layers.map(({ file }) => file);

describe("composeMap", () => {
  it("makes a valid map.json that shows all layers", () => {
    const map = compose([found("a.geojson"), found("b.geojson", { bounds: [9, 54, 10, 55] }), tiles("c.mbtiles")]);
    expect(dataMapSchema.parse(JSON.parse(JSON.stringify(map)))).toMatchObject({
      title: "Harbour",
      view: { bounds: [8, 53.9, 10, 55] },
      basemap: "shared",
    });
    expect(map.layers.map(({ color }) => color)).toEqual(LAYER_COLORS.slice(0, 3));
  });

  it("keeps how a file is read, without notes and questions, and opens over the antimeridian", () => {
    const reading = { encoding: "windows-1252", isSwapped: true, columns: { geometry: "wkt" } };
    const layer = found("a.csv", {
      ...reading,
      bounds: [177, -19, 182, -16],
      notes: ["A note."],
      question: { kind: "projection", likely: [] },
    });
    const map = compose([layer]);
    expect(dataMapSchema.parse(map)).toEqual(map);
    expect(map).toMatchObject({ view: { bounds: [177, -19, 182, -16] }, layers: [reading] });
    expect(compose([found("a.csv")], map).layers[0]).toMatchObject({ encoding: undefined, isSwapped: undefined, columns: undefined });
  });

  it("draws points above lines, areas and rasters, and keeps the order of the files", () => {
    const kinds = [
      found("1", { kind: "raster" }),
      found("2", { kind: "areas" }),
      found("3"),
      found("4", { kind: "lines" }),
      found("5"),
      found("6", { kind: "mixed" }),
    ];
    expect(files(compose(kinds))).toEqual(["3", "5", "4", "6", "2", "1"]);
  });

  it("shows the world when no layer has bounds", () => {
    expect(compose([tiles("c.mbtiles")]).view).toEqual({ bounds: [-180, -85, 180, 85] });
  });

  it("keeps the settings of the former map, without files that are gone and with new ones", () => {
    const first = compose([found("a"), found("b", { kind: "lines" }), found("c", { kind: "areas" })]);
    const [a, b, c] = first.layers;
    if (!(a && b && c)) throw new Error("A layer is missing.");
    const former: DataMap = {
      ...first,
      title: "Port",
      view: { center: [8, 54], zoom: 9 },
      basemap: null,
      layers: [c, { ...a, name: "Buoys", color: "#000000", label: "depth" }, b],
    };
    const map = compose([found("a", { attributes: ["depth", "light"] }), found("c", { kind: "areas" }), found("d")], former);
    expect(map).toMatchObject({ title: "Port", view: { center: [8, 54], zoom: 9 }, basemap: null });
    expect(files(map)).toEqual(["d", "c", "a"]);
    expect(map.layers[2]).toMatchObject({ name: "Buoys", color: "#000000", label: "depth", attributes: ["depth", "light"] });
  });

  it("uses the style of the file for new layers whose features have one, or whose attributes aren't known yet", () => {
    const [plain, styled] = [found("a"), found("b", { attributes: ["name", "marker-color"] })];
    const map = compose([plain, styled, tiles("c.mbtiles")]);
    expect(map.layers.map(({ file, usesFileStyle }) => [file, usesFileStyle])).toEqual([
      ["a", false],
      ["b", true],
      ["c.mbtiles", true],
    ]);
    const changed = { ...map, layers: map.layers.map((layer) => ({ ...layer, usesFileStyle: false })) };
    expect(compose([styled], changed).layers[0]?.usesFileStyle).toBe(false);
  });

  it("forgets a label whose attribute is gone", () => {
    const former = compose([found("a")]);
    const layers = former.layers.map((layer) => ({ ...layer, label: "depth" }));
    expect(compose([found("a", { attributes: [] })], { ...former, layers }).layers[0]?.label).toBeNull();
  });

  it("keeps the converted layers of an MBTiles file that is uploaded again", () => {
    const convertedFrom = { file: "sea.mbtiles", revision: "1" };
    const converted = replaceLayers(compose([tiles("sea.mbtiles")]), "sea.mbtiles", [
      found("sea.pmtiles", { sourceLayer: "water", format: "pmtiles", convertedFrom }),
      found("sea.pmtiles", { sourceLayer: "land", format: "pmtiles", convertedFrom }),
    ]);
    expect(compose([tiles("sea.mbtiles")], converted).layers).toEqual(converted.layers);
  });

  it("adds a new layer of a file that was there before", () => {
    const [water, land] = ["water", "land"].map((sourceLayer) => found("sea.pmtiles", { sourceLayer, format: "pmtiles" }));
    if (!(water && land)) throw new Error("A layer is missing.");
    const map = compose([water, land], compose([water]));
    expect(map.layers.map(({ sourceLayer }) => sourceLayer)).toEqual(["water", "land"]);
  });

  it("shows PMTiles instead of the MBTiles file of the same name", () => {
    expect(files(compose([tiles("sea.mbtiles"), found("sea.pmtiles", { format: "pmtiles" })]))).toEqual(["sea.pmtiles"]);
  });
});

describe("replaceLayers", () => {
  it("puts the converted layers in the place of the MBTiles layer, and shows them", () => {
    const map = compose([found("a"), tiles("sea.mbtiles"), found("z", { kind: "raster" })]);
    const layers = ["water", "land"].map((sourceLayer) => found("sea.pmtiles", { sourceLayer, format: "pmtiles" }));
    const replaced = replaceLayers({ ...map, view: { bounds: [-180, -85, 180, 85] } }, "sea.mbtiles", layers);
    expect(files(replaced)).toEqual(["a", "sea.pmtiles", "sea.pmtiles", "z"]);
    expect(replaced.view).toEqual({ bounds: [8, 53.9, 8.2, 54.1] });
  });

  it("keeps name, visibility and colour of a single layer, and removes its problem", () => {
    const map = compose([tiles("sea.mbtiles")]);
    const layers = map.layers.map((layer) => ({ ...layer, name: "Sea", visible: false, color: "#123456", problem: "It failed." }));
    const replaced = replaceLayers({ ...map, layers }, "sea.mbtiles", [found("sea.pmtiles", { kind: "raster", format: "pmtiles" })]);
    expect(JSON.parse(JSON.stringify(replaced.layers))).toEqual([
      expect.objectContaining({ name: "Sea", visible: false, color: "#123456", file: "sea.pmtiles", kind: "raster" }),
    ]);
    expect(JSON.stringify(replaced)).not.toContain("problem");
  });

  it("keeps a view that was chosen", () => {
    const map: DataMap = { ...compose([tiles("sea.mbtiles")]), view: { center: [8, 54], zoom: 9 } };
    expect(replaceLayers(map, "sea.mbtiles", [found("sea.pmtiles")]).view).toEqual({ center: [8, 54], zoom: 9 });
  });
});
