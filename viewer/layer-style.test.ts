import { createExpression, featureFilter, type StyleExpression, validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { FilterSpecification, LayerSpecification } from "maplibre-gl";
import { describe, expect, it } from "vitest";
import { type MapLayer, mapLayerSchema } from "../lib/data-maps/schema";
import type { Condition } from "../lib/data-maps/style/display-schema";
import { iconImage } from "./icons/icon-images";
import { styleLayer } from "./layer-style";
import { themes } from "./theme";

const layer = (changes: Partial<MapLayer>): MapLayer =>
  mapLayerSchema.parse({ name: "Berths", file: "berths.geojson", format: "geojson", kind: "areas", ...changes });

const style = (changes: Partial<MapLayer>) => styleLayer(layer(changes), "id", "source", themes.light);
const types = (changes: Partial<MapLayer>) => style(changes).map(({ type }) => type);

describe("styleLayer", () => {
  it("draws each kind with the layers that it needs, points on top", () => {
    expect(types({ kind: "points" })).toEqual(["circle"]);
    expect(types({ kind: "lines" })).toEqual(["line"]);
    expect(types({ kind: "areas" })).toEqual(["fill", "line"]);
    expect(types({ kind: "mixed" })).toEqual(["fill", "line", "circle"]);
    expect(types({ kind: "raster" })).toEqual(["raster"]);
  });

  it("fills areas with a third of their opacity, so that layers below stay visible", () => {
    const [fill, line] = style({ kind: "areas", opacity: 0.5, color: "#ff0000" });
    expect(fill?.paint).toEqual({ "fill-color": "#ff0000", "fill-opacity": 0.175 });
    expect(line?.paint).toMatchObject({ "line-color": "#ff0000", "line-opacity": 0.5 });
  });

  it("draws lines and outlines dashed or dotted", () => {
    const dashes = (changes: Partial<MapLayer>) => style(changes).find(({ type }) => type === "line")?.paint;
    expect(dashes({ kind: "lines" })).not.toHaveProperty("line-dasharray");
    expect(dashes({ kind: "lines", linePattern: "dashed" })).toMatchObject({ "line-dasharray": [4, 3] });
    expect(dashes({ kind: "areas", linePattern: "dotted" })).toMatchObject({ "line-dasharray": [0, 2] });
  });

  it("draws a symbol on points, dark on light colours", () => {
    const layers = style({ kind: "points", icon: "buoy", color: "#ffe08a" });
    expect(layers.map(({ type }) => type)).toEqual(["circle", "symbol"]);
    const sources = { source: { type: "geojson" as const, data: { type: "FeatureCollection" as const, features: [] } } };
    expect(validateStyleMin({ version: 8, sources, layers })).toEqual([]);
    const imageOf = (color: string) => {
      const { value } = createExpression(iconImage("buoy", color), "layers[1].layout.icon-image") as { value: StyleExpression };
      return String(value.evaluate({ zoom: 5 }));
    };
    expect([imageOf("#ffe08a"), imageOf("#2563eb")]).toEqual(["icon/buoy/dark", "icon/buoy/light"]);
  });

  it("keeps a hidden layer out of sight, with its label", () => {
    expect(style({ visible: false, label: "name" }).map(({ layout }) => layout?.visibility)).toEqual(["none", "none", "none"]);
  });

  it("limits every part to the zooms and to the layer of the tiles", () => {
    for (const part of style({ kind: "mixed", label: "name", minZoom: 3, maxZoom: 9, sourceLayer: "berths" })) {
      expect(part).toMatchObject({ minzoom: 3, maxzoom: 9, source: "source", "source-layer": "berths" });
    }
  });

  it("labels features with the text of an attribute", () => {
    const label = style({ kind: "points", label: "depth" }).at(-1);
    expect(label?.layout).toMatchObject({ "text-field": ["to-string", ["get", "depth"]] });
  });

  it("gives labels the chosen size, colours and zoom, and without them those of the theme", () => {
    const own = { size: 20, colors: { text: "#ff0000", halo: "#00ff00" }, minZoom: 9 };
    expect(style({ kind: "points", label: "depth", minZoom: 3, labelStyle: own }).at(-1)).toMatchObject({
      minzoom: 9,
      layout: { "text-size": 20 },
      paint: { "text-color": "#ff0000", "text-halo-color": "#00ff00" },
    });
    const first = style({ kind: "points", label: "depth", minZoom: 3 }).at(-1);
    expect(first).toMatchObject({
      minzoom: 3,
      layout: { "text-size": 13 },
      paint: { "text-color": themes.light.ink, "text-halo-color": themes.light.halo },
    });
    expect(first).not.toHaveProperty("filter");
  });
});

/** Returns which of the depths MapLibre draws with a part of a layer. */
function drawn(part: LayerSpecification | undefined, depths: readonly unknown[]): unknown[] {
  if (!part || !("filter" in part)) throw new Error("The layer has no filter.");
  const { filter } = featureFilter(part.filter, "layers[0].filter");
  return depths.filter((depth) => filter({ zoom: 10 }, { type: 1, properties: { depth } }));
}

describe("conditions of labels", () => {
  const depths = [2, 5, "7.5", 10, 12, "deep", "", null, true, undefined];
  const labelled = (condition: Condition) => drawn(style({ kind: "points", label: "depth", labelStyle: { condition } }).at(-1), depths);

  it("label features with a number in a range, also of texts", () => {
    expect(labelled({ kind: "number", attribute: "depth", atLeast: 5, atMost: 10 })).toEqual([5, "7.5", 10]);
    expect(labelled({ kind: "number", attribute: "depth", atLeast: 10 })).toEqual([10, 12]);
    expect(labelled({ kind: "number", attribute: "depth", atMost: 5 })).toEqual([2, 5]);
  });

  it("label features with one of the values", () => {
    expect(labelled({ kind: "values", attribute: "depth", values: ["deep", "12"] })).toEqual([12, "deep"]);
  });

  it("don't hide the features themselves", () => {
    const [circle] = style({
      kind: "points",
      label: "depth",
      labelStyle: { condition: { kind: "number", attribute: "depth", atLeast: 5 } },
    });
    expect(drawn(circle, depths)).toEqual(depths);
  });
});

it("draws only the features at the chosen times, with their labels", () => {
  const times: FilterSpecification = ["==", ["get", "depth"], 5];
  const parts = styleLayer({ ...layer({ kind: "points", label: "depth" }), times }, "id", "source", themes.light);
  expect(parts.map((part) => drawn(part, [2, 5]))).toEqual([[5], [5]]);
});
