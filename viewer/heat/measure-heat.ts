import type { MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../../lib/data-maps/schema";
import { FeatureReader } from "../table/loaded-features";
import { heatWeights } from "./heat-weights";

/** Returns the weights of a layer's points, or null while none are loaded. */
export async function measureHeat(map: MapLibreMap, layer: MapLayer): Promise<number[] | null> {
  const loaded = await new FeatureReader(map, () => false).read(layer);
  const positions = (loaded?.features ?? []).flatMap(({ geometry }) => {
    if (geometry?.type === "Point") return [geometry.coordinates];
    return geometry?.type === "MultiPoint" ? geometry.coordinates : [];
  });
  return positions.length > 0 ? heatWeights(positions) : null;
}
