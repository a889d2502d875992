import type { LngLat, MapLibreMap } from "maplibre-gl";
import type { PositionControl } from "../position";
import type { ShownMap } from "../shown-map";

/** What tools know of the map. */
export interface ToolContext {
  map: MapLibreMap;
  position: PositionControl;
  shownMap(): ShownMap;
  /** Returns the hash of an address that opens the map as it is shown. @param view as MapLibre writes it in addresses */
  describe(view: string): string;
  /** A tool opens. */
  onOpen(): void;
}

/** Fills the card of a tool. Returns what ends it. @param place that the visitor has chosen, or null */
export type OpenTool = (card: HTMLElement, context: ToolContext, place: LngLat | null) => () => void;
