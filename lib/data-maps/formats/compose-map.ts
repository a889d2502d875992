import { quoteName } from "../../archives/refusals";
import { type Bounds, type DataMap, type LayerKind, layerKey, type MapLayer } from "../schema";
import { chooseColorBy, chooseRasterStyle } from "../style/first-style";
import { MEASURED_BAND } from "../style/schema";
import { LAYER_COLORS, MAX_LAYERS, type SHARED_BASEMAP, STYLE_ATTRIBUTES, type WORLD_BASEMAP } from "../values";
import { convertedPath, isConverted, sourceOf } from "./converted-file";
import type { FoundLayer } from "./data-file";
import { withScheme } from "./tiles/tile-places";

/** What is drawn on top comes first. */
const STACK: readonly LayerKind[] = ["points", "lines", "mixed", "areas", "raster"];

const WORLD: Bounds = [-180, -85, 180, 85];

interface NewMap {
  title: string;
  layers: readonly FoundLayer[];
  /** The map that the new one replaces, or null. */
  former: DataMap | null;
  basemap: typeof SHARED_BASEMAP | typeof WORLD_BASEMAP;
}

function unionOf(layers: readonly FoundLayer[]): Bounds {
  const boxes = layers.flatMap(({ bounds }) => (bounds ? [bounds] : []));
  return boxes.length === 0
    ? WORLD
    : boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
}

/** Says why a layer isn't shown before its question is answered. */
function questionProblem({ file, question }: FoundLayer): string | undefined {
  const name = quoteName(file);
  switch (question?.kind) {
    case undefined:
      return undefined;
    case "projection":
      return `${name} doesn't say which projection it has. Choose it in Map Settings.`;
    case "columns":
      return `Which columns of ${name} have the coordinates? Choose them in Map Settings.`;
    case "swapped":
      return `Latitude and longitude of ${name} look swapped. Confirm it in Map Settings.`;
  }
}

const hasFileStyle = ({ attributes }: Pick<FoundLayer, "attributes">) => attributes.some((name) => STYLE_ATTRIBUTES.includes(name));

/** Returns the style of a layer before anyone chooses one. A file to convert may have one of its own. */
function firstStyle(layer: FoundLayer): Pick<MapLayer, "usesFileStyle" | "colorBy" | "rasterStyle"> {
  const usesFileStyle = isConverted(layer.format) || hasFileStyle(layer);
  const colorBy = usesFileStyle ? null : chooseColorBy(layer.kind, layer.statistics);
  const rasterStyle = layer.kind === "raster" ? chooseRasterStyle(layer.file, layer.statistics?.[MEASURED_BAND]?.quantiles) : null;
  return { usesFileStyle, ...(colorBy && { colorBy }), ...(rasterStyle && { rasterStyle }) };
}

/** Returns what map.json says of a layer. @param former its settings, which stay @param index decides the colour of a new layer */
function toLayer(layer: FoundLayer, former: MapLayer | undefined, index: number): MapLayer {
  const { bounds: _bounds, question: _question, needsGdal: _needsGdal, style: own = {}, order: _order, ...found } = layer;
  const color = LAYER_COLORS[index % LAYER_COLORS.length] ?? LAYER_COLORS[0];
  const problem = questionProblem(layer);
  if (!former) {
    return { ...found, visible: true, opacity: 1, color, width: 2, maxZoom: 24, label: null, problem, ...firstStyle(layer), ...own };
  }
  const { file, format, sourceLayer, kind, attributes, statistics, columns, encoding, isSwapped, isRepaired, notes, convertedFrom } = found;
  const label = former.label !== null && attributes.includes(former.label) ? former.label : null;
  const projection = found.projection ?? former.projection;
  const tiles = found.tiles && withScheme(found.tiles, former.tiles?.scheme ?? found.tiles.scheme);
  const reading = { columns, projection, encoding, isSwapped, isRepaired, notes, convertedFrom, tiles };
  // Before the conversion nothing was known of the layer.
  const style = isConverted(former.format) && former.usesFileStyle && !isConverted(format) ? { ...firstStyle(layer), ...own } : {};
  return { ...former, file, format, sourceLayer, kind, attributes, statistics, ...reading, label, problem, ...style };
}

/** Adds a layer above the first one that is drawn below its kind. Those of a project come in its order. */
function addLayer(layers: MapLayer[], layer: MapLayer, order: number | undefined): void {
  const rank = STACK.indexOf(layer.kind);
  const below = order === undefined ? layers.findIndex(({ kind }) => STACK.indexOf(kind) > rank) : -1;
  layers.splice(below < 0 ? layers.length : below, 0, layer);
}

/** Leaves out an MBTiles file whose PMTiles are in the upload as well. */
function withoutConverted(layers: readonly FoundLayer[]): FoundLayer[] {
  const files = new Set(layers.map(({ file }) => file));
  return layers.filter(({ file, format }) => format !== "mbtiles" || !files.has(convertedPath(file)));
}

/**
 * Returns the map of the layers of an upload. Settings of the former map stay: layers of files that are gone leave it, and new ones are
 * added. A file that was converted before keeps its converted layers, which the next conversion fills.
 */
export function composeMap({ title, layers: found, former, basemap }: NewMap): DataMap {
  const shown = withoutConverted(found);
  const byKey = new Map(shown.map((layer) => [layerKey(layer), layer]));
  const sources = new Set(shown.filter(({ format }) => isConverted(format)).map(({ file }) => file));
  const layers: MapLayer[] = [];
  for (const layer of former?.layers ?? []) {
    const again = byKey.get(layerKey(layer));
    if (again) layers.push(toLayer(again, layer, 0));
    else if (layer.convertedFrom && sources.has(layer.convertedFrom.file)) layers.push({ ...layer, problem: undefined });
  }
  const known = new Set(layers.map(layerKey));
  const converted = new Set(layers.map(sourceOf));
  for (const layer of shown) {
    if (!known.has(layerKey(layer)) && !converted.has(layer.file)) addLayer(layers, toLayer(layer, undefined, layers.length), layer.order);
  }
  const rest = former ?? {
    version: 2,
    title: title.trim().slice(0, 200).trim() || "Map",
    view: { bounds: unionOf(shown) },
    basemap,
  };
  return { ...rest, layers: layers.slice(0, MAX_LAYERS) };
}

/**
 * Returns a map with the layers of converted files in place of those of their source. A layer that was there before keeps its settings. A
 * view of the whole world becomes that of the layers. @param source path of the source
 */
export function replaceLayers(map: DataMap, source: string, found: readonly FoundLayer[]): DataMap {
  const isReplaced = (layer: MapLayer) => sourceOf(layer) === source || layer.file === source;
  const replaced = map.layers.filter(isReplaced);
  const only = found.length === 1 && replaced.length === 1 ? replaced[0] : undefined;
  const others = map.layers.filter((layer) => !isReplaced(layer));
  const layers = found.map((layer, index) => {
    const former = replaced.find((candidate) => layerKey(candidate) === layerKey(layer)) ?? only;
    return toLayer(layer, former, others.length + index);
  });
  const place = map.layers.findIndex(isReplaced);
  const isWorld = "bounds" in map.view && map.view.bounds.every((value, index) => value === WORLD[index]);
  const view = isWorld ? { bounds: unionOf(found) } : map.view;
  others.splice(place < 0 ? others.length : place, 0, ...layers);
  return { ...map, view, layers: others.slice(0, MAX_LAYERS) };
}

/** Returns a map that shows a converted file as it is, because no tiles can be made of it. */
export function keepWhole(map: DataMap, file: string): DataMap {
  const layers = map.layers.map((layer) => {
    const { convertedFrom } = layer;
    return layer.file === file && convertedFrom ? { ...layer, convertedFrom: { ...convertedFrom, isWhole: true } } : layer;
  });
  return { ...map, layers };
}

/** Returns a map that says why the layers of a source aren't there. */
export function withProblem(map: DataMap, source: string, problem: string): DataMap {
  const text = problem.slice(0, 1000);
  return { ...map, layers: map.layers.map((layer) => (sourceOf(layer) === source ? { ...layer, problem: text } : layer)) };
}
