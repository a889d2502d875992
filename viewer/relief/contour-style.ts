import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from "maplibre-gl";
import { toRgb } from "../color-ramp";
import { intervalOf, rangeOf, YELLOW_TO_BLUE } from "../drawn-raster";
import type { ShownLayer } from "../shown-map";

const DARK_INK = "#0c1b2b";
const LIGHT_INK = "#ffffff";
/** The number of a line is its measurement in intervals. */
const NUMBER: ExpressionSpecification = ["get", "ele"];

/** Returns the source of the contours of a raster. @param url of the file */
export function contourSource(layer: ShownLayer, url: string): SourceSpecification | null {
  const interval = intervalOf(layer);
  return interval ? { type: "vector", url: `contours://${url}#${interval},${layer.rasterStyle?.noData ?? ""}` } : null;
}

/** Returns true for a colour on which white is seen better. */
function isDark(hex: string): boolean {
  const [red, green, blue] = toRgb(hex);
  return 0.3 * red + 0.6 * green + 0.1 * blue < 110;
}

/** Returns the colour of a measurement's contour: one that is seen on the colour of the measurement. */
function inkOf(
  layer: ShownLayer,
  value: ExpressionSpecification,
  inks: readonly [onPale: string, onDark: string],
): ExpressionSpecification {
  const style = layer.rasterStyle ?? YELLOW_TO_BLUE;
  const { colors } = style;
  const [low, high] = style.kind === "ramp" ? (rangeOf(style, layer) ?? [0, 0]) : [0, 1];
  const middle = (index: number) => low + ((index + 0.5) * (high - low)) / (colors.length - 1);
  const limits = style.kind === "ramp" ? colors.slice(1).map((_, index) => middle(index)) : style.limits;
  const [first = inks[0], ...others] = colors.map((color) => inks[isDark(color) ? 1 : 0]);
  // Without a range, the first one.
  return [
    "step",
    value,
    first,
    ...(high > low ? others.flatMap((ink, index) => [limits[index] ?? 0, ink]) : []),
  ] as ExpressionSpecification;
}

/** Returns the layers of MapLibre that draw contours with their measurements. @param id prefix of their ids @param source of the contours */
export function styleContours(layer: ShownLayer, id: string, source: string): LayerSpecification[] {
  const { opacity, rasterStyle, visible, minZoom: minzoom, maxZoom: maxzoom } = layer;
  const visibility = visible ? ("visible" as const) : ("none" as const);
  const value: ExpressionSpecification = ["*", NUMBER, intervalOf(layer) ?? 1];
  const common = { source, "source-layer": "contours", minzoom, maxzoom };
  const ofLevel = (strong: number, weak: number): ExpressionSpecification => ["match", ["get", "level"], 1, strong, weak];
  const text: ExpressionSpecification = ["number-format", value, { locale: "en-GB", "max-fraction-digits": 6 }];
  return [
    {
      ...{ id: `${id}/contour`, type: "line", ...common, layout: { visibility, "line-join": "round" } },
      paint: {
        "line-color": inkOf(layer, value, [DARK_INK, LIGHT_INK]),
        "line-width": ofLevel(1.1, 0.6),
        "line-opacity": ["*", opacity, ofLevel(0.8, 0.55)],
      },
    },
    {
      ...{ id: `${id}/contour-label`, type: "symbol", ...common },
      layout: {
        visibility,
        "symbol-placement": "line",
        "symbol-spacing": 320,
        "symbol-sort-key": ["-", ["get", "level"]],
        "text-field": rasterStyle?.unit ? ["concat", text, ` ${rasterStyle.unit}`] : text,
        "text-font": ["sans-serif"],
        "text-size": 11,
        "text-padding": 12,
      },
      paint: {
        "text-color": inkOf(layer, value, [DARK_INK, LIGHT_INK]),
        "text-halo-color": inkOf(layer, value, [LIGHT_INK, DARK_INK]),
        "text-halo-width": 1.2,
        "text-opacity": opacity,
      },
    },
  ];
}
