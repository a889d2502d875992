import type { MapLibreMap } from "maplibre-gl";
import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import type { ShownLayer } from "../shown-map";

/** The heat of the points of heat maps. It follows their density once they are loaded. */
export class Heat {
  private readonly weights = new Map<string, readonly number[]>();

  /** @param onChange called when a layer is to be drawn with other weights */
  constructor(private readonly onChange: () => void) {}

  /** Returns a layer with the weights of its points. */
  apply(layer: ShownLayer): ShownLayer {
    const heat = this.weights.get(layerKey(layer));
    return heat ? { ...layer, heat } : layer;
  }

  /** Measures the density of layers, each once. */
  async measure(map: MapLibreMap, layers: readonly MapLayer[]): Promise<void> {
    const unknown = layers.filter((layer) => layer.pointStyle === "heatmap" && !this.weights.has(layerKey(layer)));
    if (unknown.length === 0) return;
    const { measureHeat } = await import("./measure-heat");
    for (const layer of unknown) {
      const weights = await measureHeat(map, layer);
      if (weights) this.weights.set(layerKey(layer), weights);
    }
    if (unknown.some((layer) => this.weights.has(layerKey(layer)))) this.onChange();
  }
}
