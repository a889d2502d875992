import { type Drawn, type FoundStyle, labelSize, lineWidth, pointWidth, type Rule, styleOf } from "./found-style";
import { childrenOf, find, numberOf, textOf } from "./xml-elements";

/** Returns the parameters of a part of a symbolizer. */
function parametersOf(part: Element | undefined): Map<string, string> {
  const parameters = [...childrenOf(part, "CssParameter"), ...childrenOf(part, "SvgParameter")];
  return new Map(parameters.map((one) => [one.getAttribute("name") ?? "", textOf(one)]));
}

/** Returns how a rule draws; null for pictures, patterns and colours by an expression. */
function drawnOf(rule: Element): Drawn | null {
  const point = find(rule, "PointSymbolizer", "Graphic");
  const symbolizer = find(point, "Mark") ?? find(rule, "PolygonSymbolizer") ?? find(rule, "LineSymbolizer");
  const [fill, stroke] = [parametersOf(find(symbolizer, "Fill")), parametersOf(find(symbolizer, "Stroke"))];
  const color = (fill.get("fill") ?? stroke.get("stroke") ?? "").toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) return null;
  const width = point ? pointWidth(numberOf(textOf(find(point, "Size")), 8)) : lineWidth(numberOf(stroke.get("stroke-width"), 1));
  const opacity = numberOf(fill.get("fill-opacity") ?? stroke.get("stroke-opacity"), 1);
  return { color, opacity, width, ...(stroke.has("stroke-dasharray") && { linePattern: "dashed" as const }) };
}

const nameIn = (test: Element | undefined) => textOf(find(test, "PropertyName"));
const literalIn = (test: Element | undefined) => textOf(find(test, "Literal"));

/** Returns what a rule is about, or null for another filter. */
function testOf(rule: Element): Rule["test"] | null {
  if (find(rule, "ElseFilter")) return { kind: "other" };
  const filter = find(rule, "Filter");
  if (!filter) return { kind: "all" };
  const equal = find(filter, "PropertyIsEqualTo");
  if (equal) return { kind: "value", attribute: nameIn(equal), value: literalIn(equal) };
  const tests = find(filter, "And") ?? filter;
  const between = find(filter, "PropertyIsBetween");
  const upper = find(tests, "PropertyIsLessThanOrEqualTo") ?? find(tests, "PropertyIsLessThan");
  const lower = find(tests, "PropertyIsGreaterThanOrEqualTo") ?? find(tests, "PropertyIsGreaterThan");
  const attribute = nameIn(between ?? upper ?? lower);
  const to = between ? textOf(find(between, "UpperBoundary")) : literalIn(upper);
  return attribute === "" ? null : { kind: "class", attribute, to: numberOf(to, Number.POSITIVE_INFINITY) };
}

/** Reads the style of a Styled Layer Descriptor. @param root its first element */
export function readSldStyle(root: Element): FoundStyle {
  const missing = new Set<string>();
  const layer = find(root, "NamedLayer") ?? find(root, "UserLayer");
  const all = childrenOf(find(layer, "UserStyle"), "FeatureTypeStyle").flatMap((one) => childrenOf(one, "Rule"));
  const text = all.map((rule) => find(rule, "TextSymbolizer")).find((one) => one !== undefined);
  const drawing = all.filter((rule) => !find(rule, "TextSymbolizer") || drawnOf(rule));
  const rules = drawing.flatMap((rule): Rule[] => {
    const [test, drawn] = [testOf(rule), drawnOf(rule)];
    return test && drawn ? [{ test, drawn, name: textOf(find(rule, "Title")) || textOf(find(rule, "Name")) }] : [];
  });
  if (rules.length < drawing.length) missing.add("its rules");
  const style = rules.length === drawing.length ? styleOf(rules, missing) : {};
  const label = textOf(find(text, "Label", "PropertyName"));
  if (text && label === "") missing.add("its labels");
  const size = labelSize(numberOf(parametersOf(find(text, "Font")).get("font-size"), 13));
  return { ...style, ...(label && { label, labelStyle: { size } }), missing: [...missing] };
}
