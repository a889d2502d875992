import type { Feature } from "geojson";
import type { MapLayer } from "../../lib/data-maps/schema";
import { cellText, isEmpty } from "../table/columns";
import { foldText } from "../table/fold-text";

export const MOST_RESULTS = 20;
/** Features whose texts are folded before the page reacts again. */
const PORTION = 4_000;
/** Between the texts of a feature. No query has it. */
const END = "\n";
const NAMES = /^(name|title|label)/i;

/** The features of a layer with their folded texts, that of the title first. */
export interface SearchedLayer {
  layer: MapLayer;
  features: readonly Feature[];
  texts: readonly string[];
}

export interface Result {
  layer: MapLayer;
  feature: Feature;
  title: string;
  /** Another attribute that has the query, with its name; or nothing. */
  detail: string;
}

/** Returns the attribute that names a feature: the label of its layer, else a name, else the first one. */
function titleAttribute({ properties }: Feature, { label }: Pick<MapLayer, "label">): string {
  const names = Object.keys(properties ?? {}).filter((name) => !isEmpty(properties?.[name]));
  if (label !== null && names.includes(label)) return label;
  return names.find((name) => NAMES.test(name)) ?? names[0] ?? "";
}

function textOf(feature: Feature, layer: MapLayer): string {
  const { properties } = feature;
  const title = titleAttribute(feature, layer);
  let text = END + cellText(properties?.[title]);
  for (const name in properties) {
    if (name !== title && !isEmpty(properties[name])) text += END + cellText(properties[name]).replaceAll(END, " ");
  }
  return foldText(text);
}

/** Folds the texts of a layer, in portions between which the page reacts. */
export async function prepareLayer(layer: MapLayer, features: readonly Feature[]): Promise<SearchedLayer> {
  const texts: string[] = [];
  for (let at = 0; at < features.length; at += PORTION) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    for (const feature of features.slice(at, at + PORTION)) texts.push(textOf(feature, layer));
  }
  return { layer, features, texts };
}

/** Returns how well a text matches, 0 the best; or -1. Beginnings come before other places, and the title before other attributes. */
function rankOf(text: string, query: string): number {
  const place = text.indexOf(query);
  if (place < 0) return -1;
  if (text.startsWith(query, 1)) return 0;
  if (text.includes(END + query)) return 1;
  const end = text.indexOf(END, 1);
  return end < 0 || place < end ? 2 : 3;
}

function toResult(layer: MapLayer, feature: Feature, query: string): Result {
  const title = titleAttribute(feature, layer);
  const text = cellText(feature.properties?.[title]);
  const hits = (value: unknown) => foldText(cellText(value)).includes(query);
  const found = hits(text) ? undefined : Object.entries(feature.properties ?? {}).find(([, value]) => hits(value));
  return { layer, feature, title: text || layer.name, detail: found ? `${found[0]}: ${cellText(found[1])}` : "" };
}

/** Returns at most {@link MOST_RESULTS} features that have a text, the best first, together with the others of their layer. */
export function searchFeatures(layers: readonly SearchedLayer[], text: string): Result[] {
  const query = foldText(text.trim());
  if (query === "") return [];
  const ranked: [layer: MapLayer, feature: Feature][][] = [[], [], [], []];
  for (const { layer, features, texts } of layers) {
    for (const [index, feature] of features.entries()) {
      const found = ranked[rankOf(texts[index] ?? "", query)];
      if (found && found.length < MOST_RESULTS) found.push([layer, feature]);
    }
  }
  const best = ranked.flat().slice(0, MOST_RESULTS);
  const order = [...new Set(best.map(([layer]) => layer))];
  return order.flatMap((each) => best.filter(([layer]) => layer === each).map(([layer, feature]) => toResult(layer, feature, query)));
}
