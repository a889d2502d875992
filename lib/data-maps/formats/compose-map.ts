import { type Bounds, type DataMap, type LayerKind, layerKey, type MapLayer } from "../schema";
import { LAYER_COLORS, MAX_LAYERS, SHARED_BASEMAP, STYLE_ATTRIBUTES } from "../values";
import { convertedFile } from "./converted-file";
import type { FoundLayer } from "./data-file";

/** What is drawn on top comes first. */
const STACK: readonly LayerKind[] = ["points", "lines", "mixed", "areas", "raster"];

const WORLD: Bounds = [-180, -85, 180, 85];

interface NewMap {
  title: string;
  layers: readonly FoundLayer[];
  /** The map that the new one replaces, or null. */
  former: DataMap | null;
  basemap: "shared" | null;
}

function unionOf(layers: readonly FoundLayer[]): Bounds {
  const boxes = layers.flatMap(({ bounds }) => (bounds ? [bounds] : []));
  return boxes.length === 0
    ? WORLD
    : boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
}

/** The attributes of these files are known after their conversion. */
const isConvertedLater = ({ format }: Pick<MapLayer, "format">) => format === "mbtiles" || format === "gdal";

/** Returns what map.json says of a layer. @param former its settings, which stay @param index decides the colour of a new layer */
function toLayer({ bounds: _bounds, ...found }: FoundLayer, former: MapLayer | undefined, index: number): MapLayer {
  const color = LAYER_COLORS[index % LAYER_COLORS.length] ?? LAYER_COLORS[0];
  if (!former) {
    const usesFileStyle = isConvertedLater(found) || found.attributes.some((name) => STYLE_ATTRIBUTES.includes(name));
    return { ...found, visible: true, opacity: 1, color, usesFileStyle, width: 2, maxZoom: 24, label: null };
  }
  const { file, format, sourceLayer, kind, attributes, columns } = found;
  const label = former.label !== null && attributes.includes(former.label) ? former.label : null;
  return { ...former, file, format, sourceLayer, kind, attributes, columns, label, problem: undefined };
}

/** Adds a layer above the first one that is drawn below its kind. */
function addLayer(layers: MapLayer[], layer: MapLayer): void {
  const rank = STACK.indexOf(layer.kind);
  const below = layers.findIndex(({ kind }) => STACK.indexOf(kind) > rank);
  layers.splice(below < 0 ? layers.length : below, 0, layer);
}

/** Leaves out an MBTiles file whose PMTiles are in the upload as well. */
function withoutConverted(layers: readonly FoundLayer[]): FoundLayer[] {
  const files = new Set(layers.map(({ file }) => file));
  return layers.filter(({ file, format }) => format !== "mbtiles" || !files.has(convertedFile(file)));
}

/**
 * Returns the map of the layers of an upload. Settings of the former map stay: layers of files that are gone leave it, and new ones are
 * added. An MBTiles layer that was converted before keeps its converted layers, which the next conversion fills.
 */
export function composeMap({ title, layers: found, former, basemap }: NewMap): DataMap {
  const shown = withoutConverted(found);
  const byKey = new Map(shown.map((layer) => [layerKey(layer), layer]));
  const reconverted = new Set(shown.filter(({ format }) => format === "mbtiles").map(({ file }) => convertedFile(file)));
  const layers: MapLayer[] = [];
  for (const layer of former?.layers ?? []) {
    const again = byKey.get(layerKey(layer));
    if (again) layers.push(toLayer(again, layer, 0));
    else if (reconverted.has(layer.file)) layers.push(layer);
  }
  const known = new Set(layers.map(layerKey));
  const files = new Set(layers.map(({ file }) => file));
  for (const layer of shown) {
    const isConverted = layer.format === "mbtiles" && files.has(convertedFile(layer.file));
    if (!known.has(layerKey(layer)) && !isConverted) addLayer(layers, toLayer(layer, undefined, layers.length));
  }
  const rest = former ?? {
    version: 1,
    title: title.trim().slice(0, 200).trim() || "Map",
    view: { bounds: unionOf(shown) },
    basemap: basemap && SHARED_BASEMAP,
  };
  return { ...rest, layers: layers.slice(0, MAX_LAYERS) };
}

/**
 * Returns a map with the layers of a converted file in place of those of its MBTiles file. A layer that was there before keeps its
 * settings. A view of the whole world becomes that of the layers. @param file path of the MBTiles file
 */
export function replaceLayer(map: DataMap, file: string, found: readonly FoundLayer[]): DataMap {
  const converted = convertedFile(file);
  const isReplaced = (layer: MapLayer) => layer.file === file || layer.file === converted;
  const replaced = map.layers.filter(isReplaced);
  const only = found.length === 1 && replaced.length === 1 ? replaced[0] : undefined;
  const others = map.layers.filter((layer) => !isReplaced(layer));
  const layers = found.map((layer, index) => {
    const former = replaced.find((candidate) => layerKey(candidate) === layerKey(layer)) ?? only;
    return toLayer(layer, former, others.length + index);
  });
  const place = map.layers.findIndex(isReplaced);
  const isWorld = "bounds" in map.view && map.view.bounds.every((value, index) => value === WORLD[index]);
  others.splice(place < 0 ? others.length : place, 0, ...layers);
  return { ...map, view: isWorld ? { bounds: unionOf(found) } : map.view, layers: others.slice(0, MAX_LAYERS) };
}
