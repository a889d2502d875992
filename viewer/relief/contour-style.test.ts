import { createExpression, type StyleExpression, validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { StyleSpecification } from "maplibre-gl";
import { describe, expect, it } from "vitest";
import { type MapLayer, mapLayerSchema } from "../../lib/data-maps/schema";
import { describeRelief } from "../drawn-raster";
import { layerOf, styleMap } from "../map-style";
import { themes } from "../theme";
import * as contours from "./contour-style";

const statistics = { "Band 1": { quantiles: Array.from({ length: 21 }, (_, index) => 20 * index - 400), range: [-400, 0] } };
const ramp = { kind: "ramp", colors: ["#281a2c", "#fdfecc"], unit: "m", noData: 0 };
const parse = (members: object): MapLayer =>
  mapLayerSchema.parse({ name: "Seabed", file: "seabed.tif", format: "cog", kind: "raster", statistics, rasterStyle: ramp, ...members });

function styleOf(members: object): StyleSpecification {
  const map = { version: 2 as const, title: "Map", view: { center: [0, 0] as [number, number], zoom: 1 }, basemap: null };
  const options = { converted: new Map(), basemap: null, theme: themes.light, base: "https://map.example/", contours };
  return styleMap({ ...map, layers: [parse(members)] }, options);
}

/** Returns what an expression of a layer gives for a contour. */
function valueAt(style: StyleSpecification, property: string, properties: object): string {
  const layer = style.layers.find((one) => ("layout" in one && property in (one.layout ?? {})) || property in (one.paint ?? {}));
  const expression = { ...layer?.layout, ...layer?.paint }[property as never];
  const { value } = createExpression(expression, property) as { value: StyleExpression };
  return String(value.evaluate({ zoom: 10 }, { type: 2, properties: { ...properties } }));
}

describe("contours of a raster", () => {
  it("are a valid style, above the raster, with the interval and the transparent value in the address of their tiles", () => {
    const style = styleOf({ contours: { interval: 50 } });
    // Without glyphs, MapLibre draws letters in the browser. The validator doesn't know that.
    expect(validateStyleMin(style).filter(({ message }) => !message.includes("glyphs"))).toEqual([]);
    expect(style.layers.map(({ type }) => type)).toEqual(["background", "raster", "line", "symbol"]);
    expect(Object.values(style.sources)[1]).toEqual({ type: "vector", url: "contours://https://map.example/seabed.tif#50,0" });
    expect(style.layers.map(layerOf).slice(2)).toEqual([null, null]);
  });

  it("are labelled with their measurement and unit", () => {
    const style = styleOf({ contours: { interval: 0.1 } });
    // 4,000 lines are too many.
    expect(valueAt(style, "text-field", { ele: -3 })).toBe("-6 m");
    expect(valueAt(styleOf({ contours: { interval: 12.5 }, rasterStyle: null }), "text-field", { ele: -1 })).toBe("-12.5");
  });

  it("are white on dark colours, and dark on pale ones", () => {
    const style = styleOf({ contours: { interval: 50 } });
    expect(valueAt(style, "line-color", { ele: -7 })).toBe("#ffffff");
    expect(valueAt(style, "line-color", { ele: -1 })).toBe("#0c1b2b");
    const classes = { kind: "classes", limits: [-100], colors: ["#000000", "#ffffff"] };
    const other = styleOf({ contours: { interval: 50 }, rasterStyle: classes });
    expect([-3, -2].map((ele) => valueAt(other, "text-color", { ele }))).toEqual(["#ffffff", "#0c1b2b"]);
  });

  it("aren't drawn for other formats, and when they are off", () => {
    expect(styleOf({ contours: null }).layers).toHaveLength(2);
    expect(Object.keys(styleOf({ format: "pmtiles", contours: { interval: 50 } }).sources)).toHaveLength(1);
  });
});

describe("describeRelief", () => {
  it("names what is drawn, with the interval and its unit", () => {
    const hillshade = { exaggeration: 0.5 };
    expect(describeRelief(parse({ hillshade, contours: { interval: 50 } }))).toBe("Hillshade, contours every 50 m");
    expect(describeRelief(parse({ contours: { interval: 2.5 }, rasterStyle: null }))).toBe("Contours every 2.5");
    expect(describeRelief(parse({ hillshade }))).toBe("Hillshade");
    expect(describeRelief(parse({}))).toBe("");
  });
});
