import type { ExpressionSpecification, FilterSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { MapLayer } from "../lib/data-maps/schema";
import type { Condition } from "../lib/data-maps/style/display-schema";
import { allOf, between } from "./filters";
import type { CommonStyle } from "./shown-map";
import type { Theme } from "./theme";
import { isNumber } from "./value-style";

const SIZE = 13;

/** Returns the filter of the features that have labels. Tiles may have numbers as texts. */
export function conditionFilter(condition: Condition): FilterSpecification {
  const value: ExpressionSpecification = ["get", condition.attribute];
  if (condition.kind === "values") return ["in", ["to-string", value], ["literal", condition.values.map(String)]];
  return ["all", isNumber(value), ...between(["to-number", value, 0], condition.atLeast, condition.atMost)];
}

/** Returns the layer of MapLibre that labels the features of a layer. @param shown filter of the features that are drawn */
export function styleLabels(
  { label, labelStyle = {}, kind, opacity, visible }: MapLayer,
  { id, common, shown }: { id: string; common: CommonStyle; shown: FilterSpecification | undefined },
  theme: Theme,
): SymbolLayerSpecification {
  const { size = SIZE, colors = { text: theme.ink, halo: theme.halo }, minZoom = 0, condition } = labelStyle;
  const filter = allOf(shown, condition && conditionFilter(condition));
  return {
    ...common,
    id: `${id}/label`,
    type: "symbol",
    minzoom: Math.max(common.minzoom, minZoom),
    ...(filter && { filter }),
    layout: {
      visibility: visible ? "visible" : "none",
      "text-field": ["to-string", ["get", label ?? ""]],
      "text-font": ["sans-serif"],
      "text-size": size,
      "text-max-width": 12,
      "symbol-placement": kind === "lines" ? "line" : "point",
      ...(kind === "points" && { "text-variable-anchor": ["top", "bottom", "left", "right"], "text-radial-offset": 0.8 }),
    },
    paint: { "text-color": colors.text, "text-halo-color": colors.halo, "text-halo-width": 1.5, "text-opacity": opacity },
  };
}
