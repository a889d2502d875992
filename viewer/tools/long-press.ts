import type { LngLat, MapLibreMap } from "maplibre-gl";

const LONG_MS = 500;

/** Calls back with the place of a right click or a long press. Not every browser has a context menu for touch. */
export function onLongPress(map: MapLibreMap, act: (place: LngLat) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  map.on("contextmenu", ({ lngLat, originalEvent }) => {
    cancel();
    originalEvent.preventDefault();
    act(lngLat);
  });
  map.on("touchstart", ({ lngLat, points }) => {
    cancel();
    if (points.length === 1) timer = setTimeout(() => act(lngLat), LONG_MS);
  });
  for (const end of ["touchmove", "touchend", "touchcancel", "movestart"] as const) map.on(end, cancel);
}
