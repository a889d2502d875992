import type { DataMap } from "../schema";
import type { FoundLayer } from "./data-file";

/** A stub until the real one is merged. */
export function composeMap({
  title,
  layers,
}: {
  title: string;
  layers: FoundLayer[];
  former: DataMap | null;
  basemap: "shared" | null;
}): DataMap {
  return {
    version: 1,
    title,
    view: { bounds: [-180, -85, 180, 85] },
    basemap: null,
    layers: layers.map((layer) => ({ ...layer, visible: true, opacity: 1, color: "#2563eb", width: 2, maxZoom: 24, label: null })),
  };
}
