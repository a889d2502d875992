import type { MapLayer } from "../lib/data-maps/schema";
import type { RasterRamp, RasterStyle } from "../lib/data-maps/style/schema";
import { describeRelief, rangeOf } from "./drawn-raster";
import { element } from "./element";
import type { ShownLayer } from "./shown-map";
import { formatNumber, type LegendEntry, legendOf } from "./value-style";

/** Returns the name of an attribute for people. */
export const nameOfAttribute = ({ popup }: Pick<MapLayer, "popup">, attribute: string) =>
  popup?.find((shown) => shown.attribute === attribute)?.name || attribute;

/** Returns true for a layer whose colours have a meaning each. */
export const hasLegend = ({ colorBy, usesFileStyle }: Pick<MapLayer, "colorBy" | "usesFileStyle">) => Boolean(colorBy) && !usesFileStyle;

/** Returns the background that shows the colours of a raster side by side. */
export const rasterBackground = ({ colors }: RasterStyle, angle = 90) => `linear-gradient(${angle}deg, ${colors.join(", ")})`;

/** Returns the values of the first and the last colour with their unit. Empty if they aren't known. */
export function rampEnds(style: RasterRamp, layer: ShownLayer): string[] {
  return rangeOf(style, layer)?.map((value) => `${formatNumber(value)} ${style.unit ?? ""}`.trim()) ?? [];
}

function rampLegend(style: RasterRamp, layer: ShownLayer): HTMLElement {
  const ends = rampEnds(style, layer).map((textContent) => element("span", { textContent }));
  const bar = element("div", { className: "ramp", ariaHidden: "true" });
  bar.style.background = rasterBackground(style);
  const legend = element("div", { className: "ramp-legend", ariaLabel: `Legend of ${layer.name}` }, bar, element("p", {}, ...ends));
  legend.setAttribute("role", "group");
  return legend;
}

function entryRow({ color, text }: LegendEntry, kind: string, isShown: boolean, onClick: () => void): HTMLElement {
  const sign = element("span", { className: `swatch ${kind}`, ariaHidden: "true" });
  sign.style.setProperty("--color", color);
  const button = element("button", { type: "button", ariaPressed: String(isShown) }, sign, element("span", { textContent: text }));
  button.addEventListener("click", onClick);
  return element("li", {}, button);
}

/**
 * Returns the legend of a layer, below its attribute: a click on a class hides it or shows it again. A ramp has its least and
 * greatest value. Empty for a layer of one colour.
 * @param onHidden gets the classes that aren't drawn
 */
export function legendList(layer: ShownLayer, index: number, onHidden: (hidden: readonly number[]) => void): HTMLElement[] {
  const { kind, hidden = [], name, statistics, rasterStyle } = layer;
  const reliefText = describeRelief(layer);
  const relief = reliefText ? [element("p", { className: "attribute", textContent: reliefText })] : [];
  if (rasterStyle?.kind === "ramp") return [rampLegend(rasterStyle, layer), ...relief];
  const colorBy = rasterStyle ?? (hasLegend(layer) ? layer.colorBy : null);
  if (!colorBy) return relief;
  const list = element("ul", { className: "legend", id: `legend-${index}`, ariaLabel: `Legend of ${name}` });
  let left = hidden;
  const fill = () => {
    const rows = legendOf(colorBy, statistics).map((entry) => {
      const isShown = !left.includes(entry.index);
      return entryRow(entry, kind, isShown, () => {
        left = isShown ? [...left, entry.index] : left.filter((each) => each !== entry.index);
        onHidden(left);
        const place = rows.indexOf(document.activeElement?.parentElement as HTMLElement);
        fill();
        list.querySelectorAll("button")[place]?.focus();
      });
    });
    list.replaceChildren(...rows);
  };
  fill();
  return "attribute" in colorBy
    ? [element("p", { className: "attribute", textContent: nameOfAttribute(layer, colorBy.attribute) }), list]
    : [list, ...relief];
}
