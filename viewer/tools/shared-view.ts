import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import type { Place } from "../position";
import type { ShownLayer } from "../shown-map";

/** What an address says of a map besides the view. */
export interface SharedView {
  /** Indexes of hidden classes, by the short names of visible layers. Null: as in map.json. */
  layers: ReadonlyMap<string, readonly number[]> | null;
  /** Where a feature is selected. */
  selected: Place | null;
}

/** A visible layer, and its hidden classes: `1x8k2m.0.-1`. */
const LAYER = /^([0-9a-z]{1,7})((?:\.-?\d{1,3})*)$/;
const PLACE = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/;

/** Returns a short name of a layer, which stays when layers move (FNV-1a, 32 bits). */
export function shortName(layer: Pick<MapLayer, "file" | "sourceLayer">): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(layerKey(layer))) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}

function parsePlace(text: string | null): Place | null {
  const [, lat = Number.NaN, lng = Number.NaN] = (PLACE.exec(text ?? "") ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lng, lat } : null;
}

/** Parses the hash of an address. What can't be read is left out. */
export function parseSharedView(hash: string): SharedView {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const text = parameters.get("layers");
  const found = (text ?? "").split(",").flatMap((part) => {
    const [, name, hidden] = LAYER.exec(part) ?? [];
    return name === undefined ? [] : [[name, (hidden ?? "").split(".").slice(1).map(Number)] as const];
  });
  return {
    layers: text === "" || found.length > 0 ? new Map(found) : null,
    selected: parsePlace(parameters.get("selected")),
  };
}

/**
 * Returns what a shared view says of each layer, in the order of the layers, or null if it says nothing. Null also when it knows none of
 * the layers, so that a link to a map that was replaced isn't empty.
 */
export function sharedChoices(
  { layers }: SharedView,
  of: readonly MapLayer[],
): readonly { visible: boolean; hidden: readonly number[] }[] | null {
  if (!layers) return null;
  const choices = of.map((layer) => layers.get(shortName(layer)));
  if (layers.size > 0 && choices.every((choice) => choice === undefined)) return null;
  return choices.map((hidden) => ({ visible: hidden !== undefined, hidden: hidden ?? [] }));
}

/** Returns the hash of an address that shows the same. @param view as the hash of MapLibre says it: `9.5/60.39/5.32` */
export function formatSharedView(view: string, layers: readonly ShownLayer[], selected: Place | null): string {
  const visible = layers.filter((layer) => layer.visible).map((layer) => [shortName(layer), ...(layer.hidden ?? [])].join("."));
  const place = selected ? `&selected=${selected.lat.toFixed(6)},${selected.lng.toFixed(6)}` : "";
  return `#map=${view}&layers=${[...new Set(visible)].join(",")}${place}`;
}
