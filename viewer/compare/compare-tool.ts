import { MapLibreMap } from "maplibre-gl";
import { layerKey } from "../../lib/data-maps/schema";
import { element } from "../element";
import { addIconImages } from "../icons/icon-images";
import type { AdaptLayer, OpenTool } from "../tools/tool";
import { Divider } from "./divider";

const NOTHING = "";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Returns what shows one of two layers, and all other layers as they are. @param shown its key */
function showOnly(shown: string, hidden: string): AdaptLayer {
  return (layer) => {
    const key = layerKey(layer);
    if (key === shown) return { ...layer, visible: true };
    return key === hidden ? { ...layer, visible: false } : layer;
  };
}

function layerField(label: string, options: readonly (readonly [string, string])[], value: string): [HTMLElement, HTMLSelectElement] {
  const list = element("select", {}, ...options.map(([key, name]) => new Option(name, key)));
  list.value = value;
  return [element("label", { className: "field" }, element("span", { textContent: label }), list), list];
}

/** Compares two layers at both sides of a divider. The map shows the left side, and a second map above it the right side. */
export const openCompare: OpenTool = (card, context) => {
  const { map } = context;
  const { layers } = context.shownMap();
  if (layers.length === 0) {
    card.append(element("p", { textContent: "This map has no layers." }));
    return () => undefined;
  }
  const options = [...new Map(layers.map((layer) => [layerKey(layer), layer.name])), [NOTHING, "Nothing"] as const];
  const shown = layers.filter(({ visible }) => visible).concat(layers.filter(({ visible }) => !visible));
  const [first, second] = shown.map(layerKey);
  const [leftField, left] = layerField("Left", options, first ?? NOTHING);
  const [rightField, right] = layerField("Right", options, second ?? NOTHING);
  const hint = element("p", { className: "hint", textContent: "Drag the divider over the map, or move it with the arrow keys." });
  card.append(element("div", { className: "units" }, leftField, rightField), hint);

  const container = element("div", { className: "compared", ariaHidden: "true" });
  const mapContainer = map.getContainer();
  mapContainer.querySelector(".maplibregl-control-container")?.before(container);
  const divider = new Divider(mapContainer, (share) => {
    container.style.clipPath = `inset(0 0 0 ${share}%)`;
  });
  let over: MapLibreMap | undefined;
  let drawn = "";
  let isOpen = true;

  function follow(): void {
    const view = { center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() };
    over?.jumpTo({ ...view, padding: map.getPadding() });
  }

  /** Draws the right side as the map is now. */
  async function drawRight(): Promise<void> {
    const { style } = await context.styleIn(dark.matches, showOnly(right.value, left.value));
    const text = JSON.stringify(style);
    if (!isOpen || text === drawn) return;
    drawn = text;
    if (over) over.setStyle(style);
    else {
      const options = { container, style, interactive: false, attributionControl: false as const };
      over = new MapLibreMap({ ...options, canvasContextAttributes: { preserveDrawingBuffer: true } });
      addIconImages(over);
    }
    follow();
  }
  function draw(): void {
    context.adapt(showOnly(left.value, right.value));
    void drawRight();
  }
  const update = () => void drawRight();

  for (const list of [left, right]) list.addEventListener("change", draw);
  map.on("move", follow);
  map.on("idle", update);
  draw();
  divider.focus();
  return () => {
    isOpen = false;
    map.off("move", follow);
    map.off("idle", update);
    context.adapt((layer) => layer);
    divider.remove();
    over?.remove();
    container.remove();
  };
};
