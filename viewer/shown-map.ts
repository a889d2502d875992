import type { FilterSpecification } from "maplibre-gl";
import type { DataMap, MapLayer } from "../lib/data-maps/schema";

/** A layer as the visitor has set it. */
export interface ShownLayer extends MapLayer {
  /** Indexes of classes that aren't drawn. */
  hidden?: readonly number[];
  /** Filter of the features at the times that the visitor has chosen. */
  times?: FilterSpecification;
  /** Zooms, and the heat of a point there, by the density of the points. */
  heat?: readonly number[];
}

/** A map as the visitor has set it. */
export interface ShownMap extends DataMap {
  layers: ShownLayer[];
}

/** What all layers of MapLibre have that draw one layer. */
export interface CommonStyle {
  source: string;
  metadata: { layer: string };
  minzoom: number;
  maxzoom: number;
  "source-layer"?: string;
}
