import { createExpression, type ExpressionSpecification } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { mapLayerSchema } from "../lib/data-maps/schema";
import { type FeatureStyle, styleFeatures } from "./file-style";

const layer = mapLayerSchema.parse({
  name: "Berths",
  file: "berths.kml",
  format: "kml",
  kind: "mixed",
  color: "#0000ff",
  opacity: 0.5,
  width: 4,
  usesFileStyle: true,
});

/** Returns what MapLibre computes for a feature. Colours are text such as `rgba(255,0,0,1)`. */
function evaluate(member: keyof FeatureStyle, properties: Record<string, unknown>, changes = {}): unknown {
  const { result, value } = createExpression(styleFeatures({ ...layer, ...changes })[member] as ExpressionSpecification, member);
  if (result === "error") throw value[0];
  const evaluated = value.evaluate({ zoom: 10 }, { type: 1, properties });
  return typeof evaluated === "object" ? String(evaluated) : evaluated;
}

const [RED, BLUE] = ["rgba(255,0,0,1)", "rgba(0,0,255,1)"];

describe("styleFeatures", () => {
  it.each([
    ["stroke", "stroke"],
    ["fill", "fill"],
    ["marker-color", "point"],
    ["icon-color", "point"],
  ] as const)("takes the colour %s of the feature", (attribute, member) => {
    expect(evaluate(member, { [attribute]: "#ff0000" })).toBe(RED);
  });

  it.each([undefined, null, "sand", "", 7, true])("takes the colour of the layer for %j, which is no colour", (stroke) => {
    expect(evaluate("stroke", { stroke })).toBe(BLUE);
  });

  it("takes widths and opacities of the feature, up to a limit", () => {
    expect(evaluate("strokeWidth", { "stroke-width": "6" })).toBe(6);
    expect(evaluate("strokeWidth", { "stroke-width": 1e9 })).toBe(20);
    expect(evaluate("fillOpacity", { "fill-opacity": 0.8 })).toBe(0.4);
    expect(evaluate("strokeOpacity", { "stroke-opacity": -1 })).toBe(0);
  });

  it.each([undefined, null, "wide"])("takes those of the layer for %j, which is no number", (value) => {
    expect(evaluate("strokeWidth", { "stroke-width": value })).toBe(4);
    expect(evaluate("fillOpacity", { "fill-opacity": value })).toBe(0.175);
    expect(evaluate("pointRadius", { "marker-size": value, "icon-scale": value })).toBe(8);
  });

  it("takes the size of points from the feature", () => {
    expect(evaluate("pointRadius", { "marker-size": "large" })).toBe(12);
    expect(evaluate("pointRadius", { "icon-scale": 2 })).toBe(16);
  });

  it("ignores the feature's style once the layer has a chosen one", () => {
    expect(styleFeatures({ ...layer, usesFileStyle: false })).toMatchObject({ stroke: "#0000ff", fill: "#0000ff", strokeWidth: 4 });
  });
});
