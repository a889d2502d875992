import type { Feature, GeoJSON } from "geojson";
import type { GeoJSONSource, MapLibreMap } from "maplibre-gl";
import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import { isTiled } from "../../lib/data-maps/values";
import { sourceId } from "../map-style";
import { type Box, boxOf, isInView } from "./feature-box";
import { distinctFeatures } from "./same-feature";

export interface LoadedFeatures {
  /** The same array as long as nothing has changed. */
  features: readonly Feature[];
  /** The map has read only the features in the view. */
  isPart: boolean;
}

/** Returns the bounds of the view. */
export function viewBox(map: MapLibreMap): Box {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

function featuresOf(data: GeoJSON): readonly Feature[] {
  if (data.type === "FeatureCollection") return data.features;
  return data.type === "Feature" ? [data] : [{ type: "Feature", properties: {}, geometry: data }];
}

/** The features that MapLibre has of the layers of a map. */
export class FeatureReader {
  private readonly parts = new Map<string, { view: string; features: readonly Feature[] }>();

  /** @param isByView returns true for a layer whose features are read for the view, by its key */
  constructor(
    private readonly map: MapLibreMap,
    private readonly isByView: (key: string) => boolean,
  ) {}

  /** Returns the features of a layer, or null while none are loaded. */
  async read(layer: MapLayer): Promise<LoadedFeatures | null> {
    const source = this.map.getSource<GeoJSONSource>(sourceId(layer));
    if (!source || layer.kind === "raster") return null;
    if (isTiled(layer.format)) return { features: this.readTiles(layer), isPart: true };
    // The data is there at once, or after an unknown time.
    const data = await Promise.race([source.getData(), new Promise<null>((resolve) => setTimeout(resolve, 0, null))]);
    return data && { features: featuresOf(data), isPart: this.isByView(layerKey(layer)) };
  }

  private readTiles(layer: MapLayer): readonly Feature[] {
    const box = viewBox(this.map);
    const view = `${box} ${this.map.isSourceLoaded(sourceId(layer))}`;
    const known = this.parts.get(layerKey(layer));
    if (known?.view === view) return known.features;
    const parts = this.map.querySourceFeatures(sourceId(layer), { sourceLayer: layer.sourceLayer });
    // Tiles reach beyond the view. A feature of MapLibre computes its geometry each time, and its attributes have no prototype, which
    // MapLibre can't send to its worker.
    const shown = parts.flatMap(({ id, properties, geometry }): Feature[] =>
      isInView(boxOf(geometry), box) ? [{ type: "Feature", id, properties: { ...properties }, geometry }] : [],
    );
    const features = distinctFeatures(shown);
    this.parts.set(layerKey(layer), { view, features });
    return features;
  }
}
