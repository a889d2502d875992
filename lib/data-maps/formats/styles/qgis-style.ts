import type { Value } from "../../style/schema";
import { type Drawn, type FoundStyle, type LayerStyle, labelSize, type Rule, styleOf, toOpacity } from "./found-style";
import { readColor, readSymbol, toPixels } from "./qgis-symbol";
import { childrenOf, find, numberOf, textOf } from "./xml-elements";

/** Scale of zoom 0 at 96 dots per inch and the equator. */
const SCALE_AT_ZOOM_0 = 295_829_355;

/** Returns the attribute that an expression names, such as `"depth"`, or the expression. */
const attributeOf = (expression: string | null) => (expression ?? "").trim().replace(/^"(.*)"$/, "$1");

const toValue = (text: string, type: string | null): Value => (/^(int|long|double)/.test(type ?? "") ? numberOf(text, 0) : text);

type Symbols = (name: string | null) => Drawn | null;

/** Returns the rules of categories. A value that QGIS doesn't draw has none. */
function readCategories(renderer: Element, symbolOf: Symbols): Rule[] {
  const attribute = attributeOf(renderer.getAttribute("attr"));
  return childrenOf(find(renderer, "categories"), "category").flatMap((category) => {
    const drawn = category.getAttribute("render") === "false" ? null : symbolOf(category.getAttribute("symbol"));
    const values = childrenOf(category, "val");
    return (values.length > 0 ? values : [category]).flatMap((one): Rule[] => {
      const [text, name] = [one.getAttribute("value") ?? "", category.getAttribute("label") ?? ""];
      if (!drawn) return [];
      const value = toValue(text, one.getAttribute("type"));
      return [{ test: text === "" ? { kind: "other" } : { kind: "value", attribute, value }, drawn, name }];
    });
  });
}

function readClasses(renderer: Element, symbolOf: Symbols): Rule[] {
  const attribute = attributeOf(renderer.getAttribute("attr"));
  return childrenOf(find(renderer, "ranges"), "range").flatMap((range): Rule[] => {
    const drawn = symbolOf(range.getAttribute("symbol"));
    return drawn ? [{ test: { kind: "class", attribute, to: numberOf(range.getAttribute("upper"), 0) }, drawn }] : [];
  });
}

function readRenderer(renderer: Element, missing: Set<string>): LayerStyle {
  const type = renderer.getAttribute("type") ?? "";
  const symbols = new Map(childrenOf(find(renderer, "symbols"), "symbol").map((symbol) => [symbol.getAttribute("name"), symbol]));
  const symbolOf: Symbols = (name) => readSymbol(symbols.get(name), missing);
  const [inner, single] = [find(renderer, "renderer-v2"), type === "singleSymbol" ? symbolOf("0") : null];
  if (single) return styleOf([{ test: { kind: "all" }, drawn: single }], missing);
  if (type === "categorizedSymbol") return styleOf(readCategories(renderer, symbolOf), missing);
  if (renderer.getAttribute("graduatedMethod") === "GraduatedSize") missing.add("its sizes");
  if (type === "graduatedSymbol") return styleOf(readClasses(renderer, symbolOf), missing);
  if (type === "heatmapRenderer") return { pointStyle: "heatmap", usesFileStyle: false };
  if (type === "pointCluster" && inner) return { ...readRenderer(inner, missing), pointStyle: "clusters" };
  missing.add(type === "RuleRenderer" ? "its rule-based style" : `its style of the kind ${type.slice(0, 40)}`);
  return {};
}

function readLabels(layer: Element, missing: Set<string>): LayerStyle {
  const labeling = find(layer, "labeling");
  if (!labeling || layer.getAttribute("labelsEnabled") === "0") return {};
  const text = find(labeling, "settings", "text-style");
  const label = attributeOf(text?.getAttribute("fieldName") ?? null);
  const isExpression = text?.getAttribute("isExpression") === "1" && !/^"[^"]+"$/.test(text.getAttribute("fieldName")?.trim() ?? "");
  if (labeling.getAttribute("type") !== "simple" || label === "" || isExpression) {
    missing.add(isExpression ? "its labels by an expression" : "its rule-based labels");
    return {};
  }
  const size = labelSize(toPixels(numberOf(text?.getAttribute("fontSize"), 10), text?.getAttribute("fontSizeUnit") ?? "Point"));
  const buffer = find(text, "text-buffer");
  const ink = readColor(text?.getAttribute("textColor") ?? "")?.color;
  const halo = buffer?.getAttribute("bufferDraw") === "1" ? readColor(buffer.getAttribute("bufferColor") ?? "")?.color : undefined;
  return { label, labelStyle: { size, ...(ink && { colors: { text: ink, halo: halo ?? "#ffffff" } }) } };
}

/** Returns the zooms between which a layer is shown. */
function readZooms(layer: Element): LayerStyle {
  if (layer.getAttribute("hasScaleBasedVisibilityFlag") !== "1") return {};
  const zoomOf = (name: string) => {
    const scale = numberOf(layer.getAttribute(name), 0);
    return scale > 0 ? Math.min(24, Math.max(0, Math.round(Math.log2(SCALE_AT_ZOOM_0 / scale) * 10) / 10)) : undefined;
  };
  const [minZoom, maxZoom] = [zoomOf("minScale"), zoomOf("maxScale")];
  return { ...(minZoom !== undefined && { minZoom }), ...(maxZoom !== undefined && { maxZoom }) };
}

/** Reads the style of a layer of a QGIS project, or of a QML file. @param layer the element that has the style */
export function readQgisStyle(layer: Element): FoundStyle {
  const missing = new Set<string>();
  const renderer = find(layer, "renderer-v2");
  if (!renderer && find(layer, "pipe", "rasterrenderer")?.getAttribute("type")?.startsWith("single")) missing.add("its colours");
  const style = renderer ? readRenderer(renderer, missing) : {};
  const opacity = toOpacity((style.opacity ?? 1) * numberOf(textOf(find(layer, "layerOpacity")), 1));
  return { ...style, ...(renderer && { opacity }), ...readLabels(layer, missing), ...readZooms(layer), missing: [...missing] };
}
