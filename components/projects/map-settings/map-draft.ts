import type { z } from "zod";
import { type DataMap, dataMapSchema, type MapLayer, type MapView } from "@/lib/data-maps/schema";

type ReadMap = { kind: "valid"; map: DataMap } | { kind: "invalid"; problems: string[] };

/** Parses map.json. Members that the schema doesn't know stay in the map. */
export function readMap(text: string): ReadMap {
  let raw: DataMap;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { kind: "invalid", problems: [`The file is not valid JSON: ${error instanceof Error ? error.message : error}`] };
  }
  const { data, error } = dataMapSchema.safeParse(raw);
  if (error) return { kind: "invalid", problems: error.issues.map(({ path, message }) => describeProblem(path, message)) };
  // The first spread keeps the order of the members, the last one their values.
  const layers = data.layers.map((layer, index) => ({ ...raw.layers[index], ...layer, ...raw.layers[index] }));
  return { kind: "valid", map: { ...raw, ...data, ...raw, layers } };
}

/** Returns a problem such as `layers[0].color: Write a colour such as #2563eb.` */
function describeProblem(path: readonly PropertyKey[], message: string): string {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return place === "" ? message : `${place.replace(/^\./, "")}: ${message}`;
}

export function writeMap(map: DataMap): string {
  return `${JSON.stringify(map, null, 2)}\n`;
}

/** Returns the first message of each wrong member, by paths such as `layers.0.name`. */
export function problemsOf(map: DataMap): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of dataMapSchema.safeParse(map).error?.issues ?? []) {
    const place = path.join(".");
    if (!problems.has(place)) problems.set(place, message);
  }
  return problems;
}

/** Returns the first message of a member of a part of the map, or of what the member holds. @param member such as `colors.text` */
export function problemIn(schema: z.ZodType, part: unknown, member: string): string | undefined {
  const issues = schema.safeParse(part).error?.issues ?? [];
  return issues.find(({ path }) => `${path.join(".")}.`.startsWith(`${member}.`))?.message;
}

/** Members that the user chooses in place of the style of the file. */
const STYLE_MEMBERS = ["color", "width", "colorBy", "sizeBy", "pointStyle"];

/** Returns a map whose layers of a folder of tiles count its rows the other way. The view follows them. */
function changeTiles(map: DataMap, former: MapLayer, tiles: NonNullable<MapLayer["tiles"]>): DataMap {
  const isShown = "bounds" in map.view && map.view.bounds.join() === former.tiles?.bounds.join();
  const layers = map.layers.map((layer) => (layer.file === former.file ? { ...layer, tiles, notes: undefined } : layer));
  return { ...map, ...(isShown && { view: { bounds: tiles.bounds } }), layers };
}

/** Changes a layer. A style that the user chooses replaces that of the file. */
export function changeLayer(map: DataMap, index: number, changes: Partial<MapLayer>): DataMap {
  const former = map.layers[index];
  if (former && changes.tiles) return changeTiles(map, former, changes.tiles);
  const chosen = STYLE_MEMBERS.some((member) => member in changes) ? { usesFileStyle: false, ...changes } : changes;
  return { ...map, layers: map.layers.map((layer, place) => (place === index ? { ...layer, ...chosen } : layer)) };
}

const COPIED_MEMBERS = [
  "opacity",
  "color",
  "width",
  "linePattern",
  "colorBy",
  "sizeBy",
  "pointStyle",
  "icon",
  "rasterStyle",
  "hillshade",
  "contours",
  "label",
  "labelStyle",
] as const;

/** Returns the places of the layers that can have the style of a layer: those of the same kind with the attributes of the style. */
export function placesForStyle(layers: readonly MapLayer[], index: number): number[] {
  const from = layers[index];
  const needed = [from?.colorBy?.attribute, from?.sizeBy?.attribute, from?.label].filter((name) => name !== undefined && name !== null);
  return layers.flatMap((layer, place) => {
    const fits = layer.kind === from?.kind && needed.every((name) => layer.attributes.includes(name));
    return fits && place !== index ? place : [];
  });
}

/** Gives a layer the style of another one. */
export function copyStyle(map: DataMap, from: number, to: number): DataMap {
  const source = map.layers[from];
  if (!source) return map;
  const style = Object.fromEntries(COPIED_MEMBERS.map((member) => [member, source[member]]));
  return changeLayer(map, to, { ...style, usesFileStyle: source.usesFileStyle });
}

/** Moves a layer by one place: -1 is up. */
export function moveLayer(map: DataMap, index: number, by: -1 | 1): DataMap {
  const layers = [...map.layers];
  layers.splice(index + by, 0, ...layers.splice(index, 1));
  return { ...map, layers };
}

/** Adds a bookmark of a view, with a name that no other has. */
export function addBookmark(map: DataMap, view: MapView): DataMap {
  const { bookmarks = [] } = map;
  const names = new Set(bookmarks.map(({ name }) => name));
  let number = bookmarks.length + 1;
  while (names.has(`View ${number}`)) number += 1;
  return { ...map, bookmarks: [...bookmarks, { name: `View ${number}`, view }] };
}

const degrees = (value: number) => `${value.toFixed(3)}°`;

/** Describes a view with latitudes before longitudes. */
export function describeView(view: MapView): string {
  if ("center" in view) return `Centre ${degrees(view.center[1])}, ${degrees(view.center[0])}, zoom ${view.zoom.toFixed(1)}`;
  const [west, south, east, north] = view.bounds;
  return `From ${degrees(south)}, ${degrees(west)} to ${degrees(north)}, ${degrees(east)}`;
}
