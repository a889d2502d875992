import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from "maplibre-gl";
import type { MapLayer } from "../lib/data-maps/schema";
import { colorExpression, sizeExpression } from "./value-style";

/** Opacity of areas below their outline, so that layers below stay visible. */
const FILL_OPACITY = 0.35;
/** Of colours that have a meaning. */
const CLASS_OPACITY = 0.7;
const LARGEST_WIDTH = 20;
/** Factor of the size of points: `marker-size` of simplestyle, or `icon-scale` that togeojson reads from KML. */
const POINT_SCALE: ExpressionSpecification = [
  "match",
  ["to-string", ["get", "marker-size"]],
  "small",
  0.75,
  "large",
  1.5,
  ["min", 3, ["max", 0.5, ["to-number", ["coalesce", ["get", "icon-scale"], 1], 1]]],
];

type Value<Type> = DataDrivenPropertyValueSpecification<Type>;

/** How the features of a layer look, before widths grow with the zoom. */
export interface FeatureStyle {
  stroke: Value<string>;
  strokeOpacity: Value<number>;
  strokeWidth: number | ExpressionSpecification;
  fill: Value<string>;
  fillOpacity: Value<number>;
  point: Value<string>;
  pointRadius: number | ExpressionSpecification;
}

/** Returns the first of two attributes that is a colour. */
function colorOf(fallback: string, attribute: string, other = attribute): ExpressionSpecification {
  return ["to-color", ["get", attribute], ["get", other], fallback];
}

/** Returns an attribute that is a number. Other values, also null, give the fallback. */
function numberOf(attribute: string, fallback: number, most: number): ExpressionSpecification {
  return ["min", most, ["max", 0, ["to-number", ["coalesce", ["get", attribute], fallback], fallback]]];
}

/**
 * Returns the style of a layer. If the layer uses the style of its file, the attributes of simplestyle-spec 1.1 come first, to which togeojson
 * converts the styles of KML. Icons are not loaded: they may be on other sites.
 */
export function styleFeatures({ usesFileStyle, color, colorBy, sizeBy, width, opacity }: MapLayer): FeatureStyle {
  const radius = width * 1.5 + 2;
  if (!usesFileStyle) {
    const fillOpacity = opacity * (colorBy ? CLASS_OPACITY : FILL_OPACITY);
    const paint = colorBy ? colorExpression(colorBy) : color;
    const [strokeWidth, pointRadius] = sizeBy ? [sizeExpression(sizeBy), sizeExpression(sizeBy)] : [width, radius];
    return { stroke: paint, strokeOpacity: opacity, strokeWidth, fill: paint, fillOpacity, point: paint, pointRadius };
  }
  return {
    stroke: colorOf(color, "stroke"),
    strokeOpacity: ["*", opacity, numberOf("stroke-opacity", 1, 1)],
    strokeWidth: numberOf("stroke-width", width, LARGEST_WIDTH),
    fill: colorOf(color, "fill"),
    fillOpacity: ["*", opacity, numberOf("fill-opacity", FILL_OPACITY, 1)],
    point: colorOf(color, "marker-color", "icon-color"),
    pointRadius: ["*", radius, POINT_SCALE],
  };
}
