import type { CircleLayerSpecification, ExpressionSpecification, FilterSpecification, LayerSpecification } from "maplibre-gl";
import type { MapLayer } from "../lib/data-maps/schema";
import { isTiled } from "../lib/data-maps/values";
import type { FeatureStyle } from "./file-style";
import { iconImage } from "./icons/icon-images";
import type { CommonStyle, ShownLayer } from "./shown-map";
import type { Theme } from "./theme";
import { growing } from "./value-style";

/** Points nearer than this to each other become one cluster. Pixels. */
export const CLUSTER_RADIUS = 44;
/** From this zoom on each point is drawn. */
export const CLUSTERS_TO_ZOOM = 14;

const IS_CLUSTER: ExpressionSpecification = ["has", "point_count"];
/** Zooms, and heat of a point there while the density of the points isn't known. */
const HEAT = [0, 0.25, 14, 1];
/** Zooms, and the radius of the heat of a point there. Pixels. */
export const HEAT_RADII: readonly (readonly [number, number])[] = [
  [0, 6],
  [9, 16],
  [16, 36],
];
const byZoom = (stops: readonly number[]): ExpressionSpecification =>
  ["interpolate", ["linear"], ["zoom"], ...stops] as unknown as ExpressionSpecification;

interface PointStyle {
  id: string;
  common: CommonStyle & { filter: FilterSpecification; layout: { visibility: "visible" | "none" } };
  style: FeatureStyle;
  theme: Theme;
}

/** Returns true for a layer whose source makes clusters of its points. Those of tiles are cut at the edges of tiles. */
export function hasClusters({ pointStyle, kind, format }: MapLayer): boolean {
  return pointStyle === "clusters" && kind === "points" && !isTiled(format);
}

function heatmap({ opacity, color, heat = HEAT }: ShownLayer, { id, common }: PointStyle): LayerSpecification {
  const density: ExpressionSpecification = ["heatmap-density"];
  return {
    ...common,
    id: `${id}/heatmap`,
    type: "heatmap",
    paint: {
      "heatmap-weight": byZoom(heat),
      "heatmap-radius": byZoom(HEAT_RADII.flat()),
      "heatmap-opacity": opacity * 0.9,
      "heatmap-color": [
        "interpolate",
        ["linear"],
        density,
        0,
        "rgba(0, 0, 0, 0)",
        0.2,
        `${color}55`,
        0.6,
        color,
        0.9,
        "#ffd54a",
        1,
        "#fff7d6",
      ],
    },
  };
}

function circles({ opacity }: MapLayer, { id, common, style, theme }: PointStyle): CircleLayerSpecification {
  return {
    ...common,
    id: `${id}/circle`,
    type: "circle",
    paint: {
      "circle-color": style.point,
      "circle-radius": growing(style.pointRadius),
      "circle-opacity": opacity,
      "circle-stroke-color": theme.halo,
      // A dense layer would be all outlines from far away.
      "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 6, 0.5, 11, 1.5],
      "circle-stroke-opacity": opacity,
    },
  };
}

/** Radius that a symbol fits into. Pixels. */
const ICON_RADIUS = 9;

/** Returns the circles of points, with a symbol if the layer has one. */
function symbols(layer: MapLayer, given: PointStyle): LayerSpecification[] {
  const { icon, opacity } = layer;
  if (!icon) return [circles(layer, given)];
  const { id, common, style } = given;
  const radius: ExpressionSpecification = ["max", ICON_RADIUS, style.pointRadius];
  return [
    circles(layer, { ...given, style: { ...style, pointRadius: radius } }),
    {
      ...common,
      id: `${id}/icon`,
      type: "symbol",
      layout: {
        ...common.layout,
        "icon-image": iconImage(icon, style.point as string | ExpressionSpecification),
        "icon-size": growing(["/", radius, ICON_RADIUS * 1.25]),
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
      },
      paint: { "icon-opacity": opacity },
    },
  ];
}

function clusters(layer: MapLayer, { id, common, theme }: PointStyle): LayerSpecification[] {
  const { color, opacity } = layer;
  const radius: ExpressionSpecification = ["interpolate", ["linear"], ["sqrt", ["get", "point_count"]], 1, 13, 30, 30];
  return [
    {
      ...common,
      id: `${id}/cluster`,
      type: "circle",
      filter: ["all", common.filter, IS_CLUSTER] as FilterSpecification,
      paint: {
        "circle-color": color,
        "circle-radius": radius,
        "circle-opacity": opacity * 0.85,
        "circle-stroke-color": theme.halo,
        "circle-stroke-width": 2,
        "circle-stroke-opacity": opacity,
      },
    },
    {
      ...common,
      id: `${id}/count`,
      type: "symbol",
      filter: ["all", common.filter, IS_CLUSTER] as FilterSpecification,
      layout: {
        ...common.layout,
        "text-field": ["get", "point_count_abbreviated"],
        "text-font": ["sans-serif"],
        "text-size": 12,
        "text-allow-overlap": true,
      },
      paint: { "text-color": "#ffffff", "text-halo-color": color, "text-halo-width": 1 },
    },
  ];
}

/** Returns the layers of MapLibre that draw points. */
export function stylePoints(layer: ShownLayer, given: PointStyle): LayerSpecification[] {
  if (layer.pointStyle === "heatmap") return [heatmap(layer, given)];
  if (!hasClusters(layer)) return symbols(layer, given);
  const filter = ["all", given.common.filter, ["!", IS_CLUSTER]] as FilterSpecification;
  return [...symbols(layer, { ...given, common: { ...given.common, filter } }), ...clusters(layer, given)];
}
