import {
  Color,
  convertFunction,
  isFunction,
  normalizePropertyExpression,
  type StylePropertySpecification,
  v8,
} from "@maplibre/maplibre-gl-style-spec";
import { z } from "zod";
import { quoteName } from "../../../archives/refusals";
import { type DataMap, type MapLayer, mapLayerSchema } from "../../schema";
import {
  type Drawn,
  type FoundStyle,
  fitStyle,
  type LayerStyle,
  labelSize,
  lineWidth,
  noteOf,
  pointWidth,
  type Rule,
  styleOf,
} from "./found-style";
import { ALL, attributeOf, colorCases, filterCases } from "./maplibre-cases";

/** Sizes and colours that change with the zoom are those of this one. */
const ZOOM = 12;
const MOST_LAYERS = 2_000;
const COLORED = { circle: "circle-color", line: "line-color", fill: "fill-color" } as const;
type DrawnType = keyof typeof COLORED;
/** Types of layers that draw a kind, the one that decides its colours first. */
const TYPES: Readonly<Record<MapLayer["kind"], readonly DrawnType[]>> = {
  points: ["circle"],
  lines: ["line"],
  areas: ["fill", "line"],
  mixed: ["fill", "line", "circle"],
  raster: [],
};

const propertiesSchema = z.record(z.string(), z.unknown()).default({});
/** Sources, sprites and fonts aren't read: no address of a style is taken over. */
const layerSchema = z.object({
  id: z.string().max(1000),
  type: z.string().max(40),
  source: z.string().optional(),
  "source-layer": z.string().optional(),
  minzoom: z.number().min(0).max(24).optional(),
  maxzoom: z.number().min(0).max(24).optional(),
  filter: z.unknown().optional(),
  layout: propertiesSchema,
  paint: propertiesSchema,
});
const styleSchema = z.object({ version: z.literal(8), layers: z.array(layerSchema).max(MOST_LAYERS) });
type StyleLayer = z.infer<typeof layerSchema>;
type Specification = StylePropertySpecification & { default?: unknown };
const references = v8 as unknown as Readonly<Record<string, Readonly<Record<string, Specification>> | undefined>>;

/** Returns a property of a layer as an expression, or its default. */
function propertyOf({ type, paint, layout }: StyleLayer, name: string): { value: unknown; specification: Specification } {
  const specification = references[`paint_${type}`]?.[name] ?? references[`layout_${type}`]?.[name];
  if (!specification) throw new TypeError(`${type} has no ${name}.`);
  const value = { ...layout, ...paint }[name] ?? specification.default;
  return { value: isFunction(value) ? convertFunction(value, specification) : value, specification };
}

/** Returns what a property of a layer is for a feature. @throws Error for a wrong value */
function evaluate(layer: StyleLayer, name: string, properties: Record<string, unknown> = {}): unknown {
  const { value, specification } = propertyOf(layer, name);
  const property = normalizePropertyExpression(value as never, `layers[0].${name}`, specification);
  return property.evaluate({ zoom: ZOOM }, { type: 1, properties: properties as Record<string, never> });
}

const toNumber = (value: unknown, otherwise: number) => (typeof value === "number" && Number.isFinite(value) ? value : otherwise);

/** @throws TypeError for a wrong colour */
function toColor(value: unknown): { color: string; opacity: number } {
  if (!(value instanceof Color)) throw new TypeError("This isn't a colour.");
  const [red, green, blue, opacity] = value.rgb;
  const hex = [red, green, blue].map((part) =>
    Math.round(255 * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return { color: `#${hex.join("")}`, opacity };
}

function drawnOf(layer: StyleLayer, type: DrawnType, properties: Record<string, unknown>, outline: number): Drawn {
  const { color, opacity } = toColor(evaluate(layer, COLORED[type], properties));
  const share = toNumber(evaluate(layer, `${type}-opacity`, properties), 1);
  const sizeOf = (name: string) => toNumber(evaluate(layer, name, properties), 1);
  const widths = {
    fill: () => outline,
    line: () => lineWidth(sizeOf("line-width")),
    circle: () => pointWidth(2 * sizeOf("circle-radius")),
  };
  const isDashed = type === "line" && layer.paint["line-dasharray"] !== undefined;
  return { color, opacity: opacity * share, width: widths[type](), ...(isDashed && { linePattern: "dashed" }) };
}

/** Makes the highest rule of all features that of those which the others leave. */
function mergeRules(rules: readonly Rule[]): Rule[] {
  const last = rules.findLast(({ test }) => test.kind === "all");
  const others = rules.filter(({ test }) => test.kind !== "all");
  if (!last || others.length === 0) return last ? [last] : others;
  return [...others.filter(({ test }) => test.kind !== "other"), { ...last, test: { kind: "other" } }];
}

/** Returns the rules of layers of one type, or null if map.json doesn't have them. */
function rulesOf(layers: readonly StyleLayer[], type: DrawnType, width: number, missing: Set<string>): Rule[] | null {
  const rules: Rule[] = [];
  for (const layer of layers) {
    const [filtered, colored] = [filterCases(layer.filter), colorCases(propertyOf(layer, COLORED[type]).value, missing)];
    if (!filtered || !colored) missing.add(filtered ? "its colours by an expression" : "its filter");
    const cases = colored === ALL ? filtered : filtered === ALL && colored;
    if (!cases) return null;
    rules.push(...cases.map(({ test, properties }) => ({ test, drawn: drawnOf(layer, type, properties, width) })));
  }
  if (rules.filter(({ test }) => test.kind === "all").length > 1) missing.add("parts of its symbols");
  return mergeRules(rules);
}

function labelsOf(layer: StyleLayer, missing: Set<string>): LayerStyle {
  const text = layer.layout["text-field"];
  if (text === undefined) return {};
  const label = typeof text === "string" ? (/^\{([^{}]+)\}$/.exec(text)?.[1] ?? null) : attributeOf(text);
  if (label === null || label.length > 200) {
    missing.add("its labels by an expression");
    return {};
  }
  const colors = { text: toColor(evaluate(layer, "text-color")), halo: toColor(evaluate(layer, "text-halo-color")) };
  const size = labelSize(toNumber(evaluate(layer, "text-size"), 13));
  return {
    label,
    labelStyle: { size, colors: { text: colors.text.color, halo: colors.halo.opacity > 0 ? colors.halo.color : "#ffffff" } },
  };
}

/** Returns what map.json doesn't have of a layer, whatever its paint. */
function lackOf({ type, layout, paint }: StyleLayer): string[] {
  if (type === "symbol") return layout["icon-image"] === undefined ? [] : ["its symbols"];
  if (paint[`${type}-pattern`] !== undefined) return ["its pattern"];
  return Object.hasOwn(COLORED, type) || type === "heatmap" ? [] : [`its ${type} layer`];
}

/** @throws Error for wrong values */
function readPaint(layers: readonly StyleLayer[], { kind, width }: MapLayer, missing: Set<string>): LayerStyle {
  const ofType = (wanted: string) => layers.filter(({ type }) => type === wanted);
  const main = TYPES[kind].find((type) => ofType(type).length > 0);
  const [line] = main === "fill" ? ofType("line") : [];
  const outline = line ? lineWidth(toNumber(evaluate(line, "line-width"), width)) : width;
  const rules = main ? rulesOf(ofType(main), main, outline, missing) : null;
  const text = ofType("symbol").find(({ layout }) => layout["text-field"] !== undefined);
  const { minzoom, maxzoom } = (main && ofType(main)[0]) || {};
  return {
    ...(kind === "points" && ofType("heatmap").length > 0 && { pointStyle: "heatmap" as const, usesFileStyle: false }),
    ...(rules && styleOf(rules, missing)),
    ...(text && labelsOf(text, missing)),
    ...(minzoom !== undefined && { minZoom: minzoom }),
    ...(maxzoom !== undefined && { maxZoom: maxzoom }),
  };
}

/** Returns the style that layers of a MapLibre style give a layer. */
function readLayers(layers: readonly StyleLayer[], layer: MapLayer): FoundStyle {
  const shown = layers.filter(({ layout }) => layout.visibility !== "none");
  const missing = new Set(shown.flatMap(lackOf));
  try {
    return { ...readPaint(shown, layer, missing), missing: [...missing] };
  } catch {
    // The library rejects a value.
    return { missing: [...missing, "its wrong values"] };
  }
}

/** Returns true for a layer of a style that draws a layer of a map: by the layer in its tiles, otherwise by its name or source. */
function isOf(one: StyleLayer, { name, file, sourceLayer }: MapLayer): boolean {
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const names = [sourceLayer, name, stem].map((each) => each?.toLowerCase());
  const inTiles = one["source-layer"];
  return [...(inTiles ? [inTiles] : [one.source, one.id])].some((each) => each !== undefined && names.includes(each.toLowerCase()));
}

/** What a style has given a map. */
export interface ImportedStyle {
  map: DataMap;
  /** Names of the layers that have another style now. */
  styled: string[];
  /** What can't be taken over. */
  notes: string[];
}

/** Gives the layers of a map the paint of a MapLibre style, as far as map.json has it. @returns null for a text that isn't one */
export function importMapLibreStyle(map: DataMap, text: string): ImportedStyle | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const style = styleSchema.safeParse(json).data;
  if (!style) return null;
  const [styled, notes]: [string[], string[]] = [[], []];
  const layers = map.layers.map((layer) => {
    const found = style.layers.filter((one) => isOf(one, layer));
    if (found.length === 0) return layer;
    const { missing, ...fits } = fitStyle(readLayers(found, layer), layer);
    if (missing.length > 0) notes.push(noteOf(layer.name, missing));
    const reset = fits.color === undefined ? {} : { colorBy: null, sizeBy: null, pointStyle: undefined, linePattern: undefined };
    const changed = { ...layer, ...reset, ...fits };
    if (Object.keys(fits).length === 0 || !mapLayerSchema.safeParse(changed).success) return layer;
    styled.push(layer.name);
    return changed;
  });
  const unused = style.layers.filter((one) => one.type !== "background" && !map.layers.some((layer) => isOf(one, layer)));
  const names = unused.map(({ id }) => quoteName(id)).join(", ");
  if (names) notes.push(`Layers of the style that fit no layer of the map: ${names.slice(0, 800)}.`);
  return { map: { ...map, layers }, styled, notes };
}
