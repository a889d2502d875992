import type { TransformStyleFunction } from "maplibre-gl";

/** Begins the ids of sources and layers that are drawn above those of the map. */
export const OVERLAY = "overlay/";

/** Terra Draw begins the ids of what it draws with `td-`. */
const isOverlay = (id: string) => id.startsWith(OVERLAY) || id.startsWith("td-");

/** Keeps the overlays when the map gets another style. */
export const keepOverlays: TransformStyleFunction = (previous, next) => ({
  ...next,
  sources: { ...next.sources, ...Object.fromEntries(Object.entries(previous?.sources ?? {}).filter(([id]) => isOverlay(id))) },
  layers: [...next.layers, ...(previous?.layers ?? []).filter(({ id }) => isOverlay(id))],
});
