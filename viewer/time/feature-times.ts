import type { MapLibreMap } from "maplibre-gl";
import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import { timeAttributeOf, toTime } from "../../lib/data-maps/style/times";
import { sourceId } from "../map-style";
import type { TimeRange } from "./positions";

const keyOf = (layer: MapLayer) => `${timeAttributeOf(layer)} ${layerKey(layer)}`;
const knownTimes = (layer: MapLayer) => layer.statistics?.[timeAttributeOf(layer) ?? ""]?.times;

/** The times of layers: those of their statistics, else of the features that MapLibre has loaded so far. */
export class FeatureTimes {
  private readonly found = new Map<string, TimeRange>();

  constructor(private readonly map: MapLibreMap) {}

  rangeOf(layer: MapLayer): TimeRange | undefined {
    return timeAttributeOf(layer) === null ? undefined : (knownTimes(layer) ?? this.found.get(keyOf(layer)));
  }

  /** Reads the features of layers whose statistics have no times. @returns true if a range has grown */
  read(layers: readonly MapLayer[]): boolean {
    return layers.filter((layer) => !knownTimes(layer) && this.readLayer(layer)).length > 0;
  }

  private readLayer(layer: MapLayer): boolean {
    const attribute = timeAttributeOf(layer);
    if (attribute === null || !this.map.getSource(sourceId(layer))) return false;
    const known = this.found.get(keyOf(layer));
    let [first, last] = known ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { properties } of this.map.querySourceFeatures(sourceId(layer), { sourceLayer: layer.sourceLayer })) {
      const time = toTime(properties[attribute]);
      if (time !== null) [first, last] = [Math.min(first, time), Math.max(last, time)];
    }
    if (first > last || (known?.[0] === first && known[1] === last)) return false;
    this.found.set(keyOf(layer), [first, last]);
    return true;
  }
}
