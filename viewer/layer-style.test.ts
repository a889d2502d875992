import { describe, expect, it } from "vitest";
import { type MapLayer, mapLayerSchema } from "../lib/data-maps/schema";
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
});
