import type { Feature } from "geojson";
import type { GeoJSONSource, LayerSpecification, MapLibreMap, PaddingOptions } from "maplibre-gl";
import { OVERLAY } from "../overlays";
import { boxOf } from "./feature-box";

const SOURCE = `${OVERLAY}selection`;
const COLOR = "#ffd400";
/** Both are seen on any map. */
const EDGE = "#14202b";
/** Features that are a place get this zoom. */
const PLACE_ZOOM = 14;

const onlyPoints: ["==", ["geometry-type"], string] = ["==", ["geometry-type"], "Point"];
const line = (id: string, color: string, width: number): LayerSpecification => ({
  id: `${SOURCE}/${id}`,
  type: "line",
  source: SOURCE,
  layout: { "line-cap": "round", "line-join": "round" },
  paint: { "line-color": color, "line-width": width },
});
const ring = (id: string, color: string, width: number): LayerSpecification => ({
  id: `${SOURCE}/${id}`,
  type: "circle",
  source: SOURCE,
  filter: onlyPoints,
  paint: { "circle-radius": 10, "circle-opacity": 0, "circle-stroke-color": color, "circle-stroke-width": width },
});
const LAYERS = [line("edge", EDGE, 7), line("line", COLOR, 4), ring("ring-edge", EDGE, 5), ring("ring", COLOR, 3)];

/** The feature that is marked on the map. */
export class Selection {
  constructor(private readonly map: MapLibreMap) {}

  /** Marks a feature in place of the former. */
  show(feature: Feature | null): void {
    const data = { type: "FeatureCollection" as const, features: feature ? [feature] : [] };
    const source = this.map.getSource<GeoJSONSource>(SOURCE);
    if (source) void source.setData(data);
    else if (feature) {
      this.map.addSource(SOURCE, { type: "geojson", data });
      for (const layer of LAYERS) this.map.addLayer(layer);
    }
  }

  /** Marks a feature, and moves the map there. */
  zoomTo(feature: Feature, padding: PaddingOptions): void {
    this.show(feature);
    const box = boxOf(feature.geometry);
    if (!box) return;
    const [west, south, east, north] = box;
    const isPlace = west === east && south === north;
    this.map.fitBounds(box, { padding, maxZoom: isPlace ? Math.max(PLACE_ZOOM, this.map.getZoom()) : 17 });
  }
}
