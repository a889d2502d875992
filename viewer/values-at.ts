import type { MapLibreMap } from "maplibre-gl";
import { fileUrl } from "./map-style";
import type { NamedValue, Place } from "./position";
import type { ShownLayer } from "./shown-map";
import { formatNumber } from "./value-style";

/** Tiles of 256 pixels are drawn at one zoom above that of the map. */
const tileZoom = (map: MapLibreMap) => Math.round(map.getZoom() + 1);

/** Returns the measurements of the rasters that are drawn at a place, that of the highest layer first. */
export async function readValues(map: MapLibreMap, layers: readonly ShownLayer[], base: string, place: Place): Promise<NamedValue[]> {
  const zoom = map.getZoom();
  const isDrawn = ({ visible, minZoom, maxZoom }: ShownLayer) => visible && zoom >= minZoom && zoom < maxZoom;
  const rasters = layers.filter((layer) => layer.format === "cog" && isDrawn(layer));
  const values = await Promise.all(
    rasters.map(async ({ file, name, rasterStyle }) => {
      const reading = import("./raster-values").then((raster) => raster.readMeasurement(fileUrl(file, base), place, tileZoom(map)));
      const value = await reading.catch(() => null);
      return value === null ? [] : [{ name, value, text: `${formatNumber(value, 2)} ${rasterStyle?.unit ?? ""}`.trim() }];
    }),
  );
  return values.flat();
}
