import type { FilterSpecification, LayerSpecification } from "maplibre-gl";
import { layerKey, type MapLayer } from "../lib/data-maps/schema";
import type { LinePattern } from "../lib/data-maps/style/schema";
import { styleFeatures } from "./file-style";
import { allOf } from "./filters";
import { styleLabels } from "./label-style";
import { stylePoints } from "./point-style";
import type { ShownLayer } from "./shown-map";
import type { Theme } from "./theme";
import { classFilter, growing } from "./value-style";

const ofGeometry = (...types: readonly string[]): FilterSpecification =>
  ["in", ["geometry-type"], ["literal", types.flatMap((type) => [type, `Multi${type}`])]] as FilterSpecification;

const POINTS = ofGeometry("Point");
const LINES = ofGeometry("LineString");
const AREAS = ofGeometry("Polygon");
const LINES_AND_AREAS = ofGeometry("LineString", "Polygon");

/** Lengths of dashes and gaps, in widths of the line. Round ends make dots of dashes without a length. */
const DASHES: Readonly<Record<LinePattern, number[] | undefined>> = { solid: undefined, dashed: [4, 3], dotted: [0, 2] };

/** Returns the layers of MapLibre that draw a layer, the lowest first. @param id prefix of their ids @param source id of its source */
export function styleLayer(layer: ShownLayer, id: string, source: string, theme: Theme): LayerSpecification[] {
  const { kind, opacity, minZoom: minzoom, maxZoom: maxzoom, sourceLayer } = layer;
  const layout = { visibility: layer.visible ? ("visible" as const) : ("none" as const) };
  const metadata = { layer: layerKey(layer) };
  const common = { source, metadata, minzoom, maxzoom, ...(sourceLayer !== undefined && { "source-layer": sourceLayer }) };
  if (kind === "raster") return [{ id: `${id}/raster`, type: "raster", ...common, layout, paint: { "raster-opacity": opacity } }];
  const style = styleFeatures(layer);
  const { stroke, strokeOpacity, strokeWidth, fill, fillOpacity } = style;
  const shown = allOf(classFilter(layer.usesFileStyle ? null : layer.colorBy, layer.hidden), layer.times);
  const filtered = (filter: FilterSpecification): FilterSpecification => allOf(filter, shown) ?? filter;
  const has = (one: MapLayer["kind"]) => kind === one || kind === "mixed";
  const drawn: LayerSpecification[] = [];
  if (has("areas")) {
    const paint = { "fill-color": fill, "fill-opacity": fillOpacity };
    drawn.push({ id: `${id}/fill`, type: "fill", ...common, filter: filtered(AREAS), layout, paint });
  }
  if (has("areas") || has("lines")) {
    const filter = filtered(kind === "lines" ? LINES : LINES_AND_AREAS);
    const dashes = DASHES[layer.linePattern ?? "solid"];
    const paint = {
      ...(dashes && { "line-dasharray": dashes }),
      "line-color": stroke,
      "line-width": growing(strokeWidth),
      "line-opacity": strokeOpacity,
    };
    drawn.push({
      id: `${id}/line`,
      type: "line",
      ...common,
      filter,
      layout: { ...layout, "line-cap": layer.linePattern === "dashed" ? "butt" : "round", "line-join": "round" },
      paint,
    });
  }
  if (has("points")) drawn.push(...stylePoints(layer, { id, common: { ...common, filter: filtered(POINTS), layout }, style, theme }));
  if (layer.label !== null) drawn.push(styleLabels(layer, { id, common, shown }, theme));
  return drawn;
}
