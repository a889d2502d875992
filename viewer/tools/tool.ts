import type { LngLat, MapLibreMap, StyleSpecification } from "maplibre-gl";
import type { PositionControl } from "../position";
import type { ShownLayer, ShownMap } from "../shown-map";

/** Returns a layer with what a tool changes in it. */
export type AdaptLayer = (layer: ShownLayer) => ShownLayer;

/** What tools know of the map. */
export interface ToolContext {
  map: MapLibreMap;
  position: PositionControl;
  shownMap(): ShownMap;
  /** Returns the hash of an address that opens the map as it is shown. @param view as MapLibre writes it in addresses */
  describe(view: string): string;
  /** Returns the style of the map for a map of the tool, and its sources as text. */
  styleIn(isDark: boolean, adapt?: AdaptLayer): Promise<{ style: StyleSpecification; attribution: string }>;
  /** Draws the layers of the map with changes. */
  adapt(adapt: AdaptLayer): void;
  /** A tool opens. */
  onOpen(): void;
}

/** Fills the card of a tool. Returns what ends it. @param place that the visitor has chosen, or null */
export type OpenTool = (card: HTMLElement, context: ToolContext, place: LngLat | null) => () => void;
