import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from "maplibre-gl";
import { layerKey, type MapLayer } from "../lib/data-maps/schema";
import { styleFeatures } from "./file-style";

const ofGeometry = (...types: readonly string[]): FilterSpecification =>
  ["in", ["geometry-type"], ["literal", types.flatMap((type) => [type, `Multi${type}`])]] as FilterSpecification;

const POINTS = ofGeometry("Point");
const LINES = ofGeometry("LineString");
const AREAS = ofGeometry("Polygon");
const LINES_AND_AREAS = ofGeometry("LineString", "Polygon");

export interface Theme {
  background: string;
  /** Around points and labels. */
  halo: string;
  ink: string;
}

export const themes = {
  light: { background: "#eef1f3", halo: "#ffffff", ink: "#0c1b2b" },
  dark: { background: "#141b22", halo: "#0a0e13", ink: "#e7edf3" },
} as const satisfies Record<string, Theme>;

/** Widths and sizes grow with the zoom, so that a whole country isn't covered by its outlines. */
const growing = (size: number | ExpressionSpecification): ExpressionSpecification => {
  const times = (factor: number): ExpressionSpecification => ["*", factor, size];
  return ["interpolate", ["linear"], ["zoom"], 4, times(0.6), 10, size, 18, times(1.5)];
};

/** Returns the layers of MapLibre that draw a layer, the lowest first. @param id prefix of their ids @param source id of its source */
export function styleLayer(layer: MapLayer, id: string, source: string, theme: Theme): LayerSpecification[] {
  const { kind, opacity, minZoom: minzoom, maxZoom: maxzoom, sourceLayer } = layer;
  const layout = { visibility: layer.visible ? ("visible" as const) : ("none" as const) };
  const metadata = { layer: layerKey(layer) };
  const common = { source, metadata, minzoom, maxzoom, ...(sourceLayer !== undefined && { "source-layer": sourceLayer }) };
  if (kind === "raster") return [{ id: `${id}/raster`, type: "raster", ...common, layout, paint: { "raster-opacity": opacity } }];
  const { stroke, strokeOpacity, strokeWidth, fill, fillOpacity, point, pointRadius } = styleFeatures(layer);
  const has = (one: MapLayer["kind"]) => kind === one || kind === "mixed";
  const drawn: LayerSpecification[] = [];
  if (has("areas")) {
    const paint = { "fill-color": fill, "fill-opacity": fillOpacity };
    drawn.push({ id: `${id}/fill`, type: "fill", ...common, filter: AREAS, layout, paint });
  }
  if (has("areas") || has("lines")) {
    const filter = kind === "lines" ? LINES : LINES_AND_AREAS;
    const paint = { "line-color": stroke, "line-width": growing(strokeWidth), "line-opacity": strokeOpacity };
    drawn.push({
      id: `${id}/line`,
      type: "line",
      ...common,
      filter,
      layout: { ...layout, "line-cap": "round", "line-join": "round" },
      paint,
    });
  }
  if (has("points")) {
    drawn.push({
      id: `${id}/circle`,
      type: "circle",
      ...common,
      filter: POINTS,
      layout,
      paint: {
        "circle-color": point,
        "circle-radius": growing(pointRadius),
        "circle-opacity": opacity,
        "circle-stroke-color": theme.halo,
        "circle-stroke-width": 1.5,
        "circle-stroke-opacity": opacity,
      },
    });
  }
  if (layer.label !== null) drawn.push(styleLabels(layer, { id: `${id}/label`, ...common }, theme));
  return drawn;
}

function styleLabels(
  { label, kind, opacity, visible }: MapLayer,
  common: { id: string; source: string; metadata: { layer: string }; minzoom: number; maxzoom: number; "source-layer"?: string },
  theme: Theme,
): LayerSpecification {
  return {
    ...common,
    type: "symbol",
    layout: {
      visibility: visible ? "visible" : "none",
      "text-field": ["to-string", ["get", label ?? ""]],
      "text-font": ["sans-serif"],
      "text-size": 13,
      "text-max-width": 12,
      "symbol-placement": kind === "lines" ? "line" : "point",
      ...(kind === "points" && { "text-variable-anchor": ["top", "bottom", "left", "right"], "text-radial-offset": 0.8 }),
    },
    paint: { "text-color": theme.ink, "text-halo-color": theme.halo, "text-halo-width": 1.5, "text-opacity": opacity },
  };
}
