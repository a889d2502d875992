import { quoteName } from "../../../archives/refusals";
import type { MapLayer } from "../../schema";
import { MOST_CLASSES, MOST_VALUES, type Value } from "../../style/schema";
import { isConverted } from "../converted-file";

/** What map.json says of a layer in place of what Sea-Vision would choose. */
export type LayerStyle = Partial<
  Pick<
    MapLayer,
    "name" | "visible" | "color" | "width" | "opacity" | "linePattern" | "colorBy" | "pointStyle" | "label" | "labelStyle" | "usesFileStyle"
  > &
    Pick<MapLayer, "minZoom" | "maxZoom">
>;

/** The style that a file gives a layer, as far as map.json has it. */
export interface FoundStyle extends LayerStyle {
  /** What isn't taken over, such as `its rule-based style`. */
  missing: string[];
}

/** How features are drawn. */
export interface Drawn {
  color: string;
  opacity: number;
  width: number;
  linePattern?: MapLayer["linePattern"];
}

/** How features are drawn that have a value, or a number up to one; all features; or those of no other rule. */
export interface Rule {
  test: { kind: "all" | "other" } | { kind: "value"; attribute: string; value: Value } | { kind: "class"; attribute: string; to: number };
  drawn: Drawn;
  name?: string | undefined;
}

const limit = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value * 100) / 100));

/** Returns the width of lines that map.json takes. */
export const lineWidth = (pixels: number) => limit(pixels, 0.5, 20);

/** Returns the width of a layer whose points have a diameter. The viewer adds two pixels to one and a half of it. */
export const pointWidth = (diameter: number) => limit((diameter / 2 - 2) / 1.5, 0.5, 20);

export const toOpacity = (share: number) => limit(share, 0, 1);
export const labelSize = (pixels: number) => limit(pixels, 8, 32);

/** Returns the colours of rules about one attribute: of values, or of numbers. Null for other rules. */
function colorsOf(rules: readonly Rule[], missing: Set<string>): MapLayer["colorBy"] {
  const other = rules.find(({ test }) => test.kind === "other")?.drawn.color ?? null;
  const values = rules.flatMap(({ test, drawn, name }) => (test.kind === "value" ? [{ ...test, ...drawn, name }] : []));
  const classes = rules
    .flatMap(({ test, drawn }) => (test.kind === "class" ? [{ ...test, ...drawn }] : []))
    .sort((one, next) => one.to - next.to);
  const [attribute = "", ...others] = new Set([...values, ...classes].map((one) => one.attribute));
  const limits = classes.slice(0, -1).map(({ to }) => to);
  if (others.length > 0 || (values.length > 0 && classes.length > 0)) return null;
  if (values.length > MOST_VALUES) missing.add(`${values.length - MOST_VALUES} of its ${values.length} categories`);
  if (values.length > 0) {
    const categories = values.slice(0, MOST_VALUES).map(({ value, color, name }) => {
      return { value, color, ...(name && name !== String(value) && { name: name.slice(0, 120) }) };
    });
    return { kind: "categories", attribute, categories, other };
  }
  const isStep = classes.length > 0 && classes.length <= MOST_CLASSES && new Set(limits).size === limits.length;
  return isStep ? { kind: "classes", attribute, limits, colors: classes.map(({ color }) => color) } : null;
}

/** Returns the style of rules, with the size of the first of them. @param missing gets what map.json doesn't have */
export function styleOf(rules: readonly Rule[], missing: Set<string>): LayerStyle {
  const [first] = rules;
  const isOne = rules.length === 1 && first?.test.kind === "all";
  const colorBy = isOne ? null : colorsOf(rules, missing);
  if (!first || !(isOne || colorBy)) {
    missing.add(rules.every(({ test }) => test.kind === "class") ? `its ${rules.length} classes` : "its rules");
    return {};
  }
  const { color, opacity, width, linePattern } = first.drawn;
  return {
    color,
    width,
    opacity: toOpacity(opacity),
    usesFileStyle: false,
    ...(linePattern && { linePattern }),
    ...(colorBy && { colorBy }),
  };
}

/** Returns the style without what needs attributes that the layer lacks. Before the conversion, it has a name and visibility only. */
export function fitStyle(style: FoundStyle, layer: Pick<MapLayer, "format" | "attributes">): FoundStyle {
  const { missing, name, visible, colorBy, label, labelStyle, ...rest } = style;
  const said = { ...(name && { name }), ...(visible === false && { visible }) };
  if (isConverted(layer.format)) return { ...said, missing };
  const lacks = (attribute: string | null | undefined) => Boolean(attribute) && !layer.attributes.includes(attribute ?? "");
  const [lacksColor, lacksLabel] = [lacks(colorBy?.attribute), lacks(label)];
  const lost = [...(lacksColor ? [`its colours by ${quoteName(colorBy?.attribute ?? "")}`] : []), ...(lacksLabel ? ["its labels"] : [])];
  return {
    ...said,
    ...(!lacksColor && { ...rest, ...(colorBy && { colorBy }) }),
    ...(label && !lacksLabel && { label, labelStyle }),
    missing: [...missing, ...lost],
  };
}

/** Says what of a style isn't taken over. */
export const noteOf = (name: string, missing: readonly string[]) => `${name}: ${missing.join(" and ")} can't be taken over.`;
