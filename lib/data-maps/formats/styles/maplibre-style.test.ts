import { describe, expect, it } from "vitest";
import { type DataMap, dataMapSchema } from "../../schema";
import { importMapLibreStyle } from "./maplibre-style";

const base = { format: "pmtiles", file: "port.pmtiles", attributes: ["type", "depth", "name"] };
const mapOf = (...layers: object[]): DataMap =>
  dataMapSchema.parse({
    version: 2,
    title: "Port",
    view: { center: [0, 0], zoom: 1 },
    layers: layers.map((layer) => ({ ...base, name: "Layer", ...layer })),
  });
const areas = { name: "Zones", kind: "areas", sourceLayer: "zones" };
const lines = { name: "Lines", kind: "lines", sourceLayer: "lines" };
const points = { name: "Marks", kind: "points", sourceLayer: "marks" };

/** Returns what a style gives the first layer of a map, and the notes. */
function apply(layer: object, ...layers: object[]) {
  const style = { version: 8, sources: { port: { type: "vector", url: "https://evil.example/a.json" } }, layers };
  const imported = importMapLibreStyle(mapOf(layer), JSON.stringify(style));
  return { layer: imported?.map.layers[0], notes: imported?.notes ?? [], styled: imported?.styled };
}
const fill = (paint: object, more: object = {}) => ({ id: "a", type: "fill", source: "port", "source-layer": "zones", paint, ...more });
const line = (paint: object, more: object = {}) => ({ id: "b", type: "line", source: "port", "source-layer": "lines", paint, ...more });

describe("importMapLibreStyle", () => {
  it("takes colour, opacity, width, dashes and zooms of a layer of the same tiles, and ends colours by an attribute", () => {
    const former = { ...lines, colorBy: { kind: "classes", attribute: "depth", limits: [5], colors: ["#111111", "#222222"] } };
    const paint = { "line-color": "hsla(0, 100%, 50%, 0.5)", "line-width": ["interpolate", ["linear"], ["zoom"], 10, 2, 14, 6] };
    const { layer, notes, styled } = apply(former, line({ ...paint, "line-dasharray": [2, 1] }, { minzoom: 4, maxzoom: 15 }));
    expect(layer).toMatchObject({
      color: "#ff0000",
      opacity: 0.5,
      width: 4,
      linePattern: "dashed",
      minZoom: 4,
      maxZoom: 15,
      colorBy: null,
    });
    expect([notes, styled]).toEqual([[], ["Lines"]]);
  });

  it("takes categories from match, case, and filters of several layers", () => {
    const expected = { kind: "categories", attribute: "type", other: "#000000" };
    const categories = [
      { value: "quay", color: "#ff0000" },
      { value: "pier", color: "#0000ff" },
    ];
    const match = ["match", ["get", "type"], ["quay"], "red", "pier", "blue", "#000"];
    expect(apply(areas, fill({ "fill-color": match })).layer?.colorBy).toEqual({ ...expected, categories });
    const cases = ["case", ["==", ["get", "type"], "quay"], "red", ["==", ["get", "type"], "pier"], "blue", "#000"];
    expect(apply(areas, fill({ "fill-color": cases })).layer?.colorBy).toEqual({ ...expected, categories });
    const filtered = [
      fill({ "fill-color": "#000" }),
      fill({ "fill-color": "red" }, { filter: ["all", ["==", "$type", "Polygon"], ["==", "type", "quay"]] }),
      fill({ "fill-color": "blue" }, { filter: ["in", ["get", "type"], ["literal", ["pier"]]] }),
    ];
    expect(apply(areas, ...filtered).layer?.colorBy).toEqual({ ...expected, categories });
  });

  it("takes classes from step, and from the stops of interpolate with a note", () => {
    const step = apply(areas, fill({ "fill-color": ["step", ["get", "depth"], "red", 5, "lime", 10, "blue"] }));
    const colors = ["#ff0000", "#00ff00", "#0000ff"];
    expect(step.layer?.colorBy).toEqual({ kind: "classes", attribute: "depth", limits: [5, 10], colors });
    const smooth = ["interpolate", ["linear"], ["to-number", ["get", "depth"]], 0, "red", 10, "lime", 30, "blue"];
    const { layer, notes } = apply(areas, fill({ "fill-color": smooth }));
    expect(layer?.colorBy).toEqual({ kind: "classes", attribute: "depth", limits: [5, 20], colors });
    expect(notes).toEqual(["Zones: the steps between its colours can't be taken over."]);
  });

  it("takes categories of styles before expressions", () => {
    const color = {
      property: "type",
      type: "categorical",
      stops: [
        ["quay", "red"],
        ["pier", "blue"],
      ],
      default: "#000",
    };
    expect(apply(areas, fill({ "fill-color": color })).layer?.colorBy).toMatchObject({ attribute: "type", other: "#000000" });
  });

  it("takes circles and labels, also from GeoJSON layers with the name of the layer", () => {
    const file = { name: "Marks", kind: "points", format: "geojson", file: "data/marks.geojson" };
    const text = { "text-field": "{name}", "text-size": 14 };
    const { layer } = apply(
      file,
      { id: "x", type: "circle", source: "marks", paint: { "circle-color": "#123456", "circle-radius": 5 } },
      { id: "marks", type: "symbol", source: "y", layout: text, paint: { "text-color": "navy", "text-halo-color": "white" } },
    );
    expect(layer).toMatchObject({ color: "#123456", width: 2, label: "name" });
    expect(layer?.labelStyle).toEqual({ size: 14, colors: { text: "#000080", halo: "#ffffff" } });
  });

  it("notes what map.json doesn't have, and layers that fit none", () => {
    const { layer, notes } = apply(
      points,
      { id: "c", type: "circle", "source-layer": "marks", paint: { "circle-color": "red" }, filter: [">", ["get", "depth"], 5] },
      {
        id: "d",
        type: "symbol",
        "source-layer": "marks",
        layout: { "icon-image": "buoy", "text-field": ["concat", ["get", "name"], "!"] },
      },
      { id: "roads", type: "line", "source-layer": "roads" },
    );
    expect(layer?.color).toBe("#2563eb");
    expect(notes).toEqual([
      "Marks: its symbols and its filter and its labels by an expression can't be taken over.",
      'Layers of the style that fit no layer of the map: "roads".',
    ]);
    const absent = apply(areas, fill({ "fill-color": ["match", ["get", "owner"], "a", "red", "blue"] }));
    expect(absent.layer?.colorBy).toBeUndefined();
    expect(absent.notes).toEqual(['Zones: its colours by "owner" can\'t be taken over.']);
  });

  it("rejects hostile styles, and takes no address from a style", () => {
    expect(importMapLibreStyle(mapOf(areas), "{")).toBeNull();
    expect(importMapLibreStyle(mapOf(areas), `{"version":8,"layers":[{"id":1}]}`)).toBeNull();
    expect(importMapLibreStyle(mapOf(areas), "[".repeat(200_000))).toBeNull();
    const deep = `${'["to-string",'.repeat(5_000)}1${"]".repeat(5_000)}`;
    const text = `{"version":8,"layers":[{"id":"a","type":"fill","source-layer":"zones","paint":{"__proto__":{"polluted":1},"fill-color":${deep}}}]}`;
    const imported = importMapLibreStyle(mapOf(areas), text);
    expect(imported?.notes[0]).toMatch(/^Zones: /);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const plain = apply(areas, fill({ "fill-color": "red", "fill-pattern": "https://evil.example/p.png" }));
    expect(JSON.stringify(plain.layer)).not.toContain("evil");
    expect(plain.notes).toEqual(["Zones: its pattern can't be taken over."]);
    expect(apply(areas, fill({ "fill-color": "url(https://evil.example)" })).notes).toHaveLength(1);
  });
});
