import type { FeatureCollection } from "geojson";
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl";
import { layerKey, type MapLayer } from "../lib/data-maps/schema";
import { isTiled } from "../lib/data-maps/values";
import { formatDrawn } from "./drawn-raster";
import { styleLayer } from "./layer-style";
import { CLUSTER_RADIUS, CLUSTERS_TO_ZOOM, hasClusters } from "./point-style";
import type * as contourStyle from "./relief/contour-style";
import type { ShownLayer, ShownMap } from "./shown-map";
import type { Theme } from "./theme";

const EMPTY: FeatureCollection = { type: "FeatureCollection", features: [] };

/** URLs of GeoJSON that was made in the browser, by the keys of the layers. */
export type ConvertedFiles = ReadonlyMap<string, string>;

export interface Basemap {
  source: SourceSpecification;
  layers: readonly LayerSpecification[];
}

export const BASEMAP_SOURCE = "basemap";

/** Layers of one vector archive, or of one folder of vector tiles, share its source. */
export const sourceId = (layer: MapLayer) => (isTiled(layer.format) ? `${layer.format} ${layer.file}` : layerKey(layer));

/** Returns the key of the layer that a layer of MapLibre draws, or null for the basemap. */
export function layerOf({ metadata }: { metadata?: unknown }): string | null {
  return (metadata as { layer: string } | undefined)?.layer ?? null;
}

/** Resolves a path of map.json. Characters such as # and ? are part of file names. */
export function fileUrl(path: string, base: string): string {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), base).href;
}

/** Returns the source of a folder of tiles. */
function tileSource({ file, kind, tiles }: ShownLayer, base: string): SourceSpecification | null {
  if (!tiles) return null;
  const { scheme, minZoom: minzoom, maxZoom: maxzoom, bounds } = tiles;
  const at = file.indexOf("{z}");
  const source = { tiles: [`${fileUrl(file.slice(0, at), base)}${file.slice(at)}`], scheme, minzoom, maxzoom, bounds };
  return kind === "raster" ? { type: "raster", ...source, tileSize: 256 } : { type: "vector", ...source };
}

function sourceOf(layer: ShownLayer, converted: ConvertedFiles, base: string): SourceSpecification | null {
  const url = fileUrl(layer.file, base);
  switch (layer.format) {
    case "mbtiles":
    case "gdal":
      return null;
    case "pmtiles":
      return layer.kind === "raster"
        ? { type: "raster", url: `pmtiles://${url}`, tileSize: 256 }
        : { type: "vector", url: `pmtiles://${url}` };
    case "tiles":
      return tileSource(layer, base);
    case "cog":
      return { type: "raster", url: `cog://${url}${formatDrawn(layer)}`, tileSize: 256 };
    default: {
      const isRead = layer.format === "geojson" && !layer.isRepaired;
      const clusters = hasClusters(layer) && { cluster: true, clusterRadius: CLUSTER_RADIUS, clusterMaxZoom: CLUSTERS_TO_ZOOM };
      return { type: "geojson", data: isRead ? url : (converted.get(layerKey(layer)) ?? EMPTY), ...clusters };
    }
  }
}

/** What the style of a map depends on besides the map. */
interface StyleOptions {
  converted: ConvertedFiles;
  basemap: Basemap | null;
  theme: Theme;
  base: string;
  /** Draws contours, once it is loaded. */
  contours?: typeof contourStyle | undefined;
}

/** Returns the whole style of a map. MapLibre changes what differs from the style that is shown. */
export function styleMap(map: ShownMap, { converted, basemap, theme, base, contours }: StyleOptions): StyleSpecification {
  const sources: Record<string, SourceSpecification> = basemap ? { [BASEMAP_SOURCE]: basemap.source } : {};
  const layers: LayerSpecification[] = [
    { id: "background", type: "background", paint: { "background-color": theme.background } },
    ...(basemap?.layers ?? []),
  ];
  const ids = new Set<string>();
  for (const layer of [...map.layers].reverse()) {
    const source = sourceOf(layer, converted, base);
    if (!source) continue;
    sources[sourceId(layer)] = source;
    const lines = contours?.contourSource(layer, fileUrl(layer.file, base));
    const linesId = `contours ${sourceId(layer)}`;
    if (lines) sources[linesId] = lines;
    // A file can be drawn twice, such as with two labels.
    let id = layerKey(layer);
    while (ids.has(id)) id += " again";
    ids.add(id);
    layers.push(...styleLayer(layer, id, sourceId(layer), theme));
    if (lines) layers.push(...(contours?.styleContours(layer, id, linesId) ?? []));
  }
  return { version: 8, sources, layers };
}
