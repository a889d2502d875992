import { type DataMap, layerKey, type MapLayer } from "../lib/data-maps/schema";

export interface PanelActions {
  /** The user shows or hides a layer. */
  onVisible(key: string, isVisible: boolean): void;
  /** @param opacity 0 to 1 */
  onOpacity(key: string, opacity: number): void;
}

/** Width of a window in which the panel is open at first. Pixels. */
const WIDE = "(min-width: 48rem)";

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The sign of a layer in the list, which is the legend too. */
function swatch({ kind, color }: MapLayer): HTMLElement {
  const sign = element("span", { className: `swatch ${kind}`, ariaHidden: "true" });
  sign.style.setProperty("--color", color);
  return sign;
}

/** The list of layers: title, legend, visibility, opacity, and what is wrong with a layer. */
export class Panel {
  readonly root = element("details", { className: "panel" });
  private readonly notes = new Map<string, string>();
  private readonly statuses = new Map<string, HTMLElement>();

  constructor(private readonly actions: PanelActions) {
    this.root.open = matchMedia(WIDE).matches;
  }

  /** Shows the layers of a map. The user's focus stays where it is. */
  show(map: DataMap): void {
    const focused = document.activeElement?.id;
    this.statuses.clear();
    const rows = map.layers.map((layer, index) => this.row(layer, index));
    const list = rows.length > 0 ? element("ul", {}, ...rows) : element("p", { textContent: "This map has no layers." });
    this.root.replaceChildren(element("summary", {}, element("h1", { textContent: map.title })), list);
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Says what a layer is doing or why it is not shown. @param text null: nothing to say */
  note(key: string, text: string | null): void {
    if (text === null) this.notes.delete(key);
    else this.notes.set(key, text);
    const status = this.statuses.get(key);
    if (status) status.textContent = text ?? "";
  }

  private row(layer: MapLayer, index: number): HTMLElement {
    const key = layerKey(layer);
    const box = element("input", { type: "checkbox", checked: layer.visible, id: `visible-${index}` });
    box.addEventListener("change", () => this.actions.onVisible(key, box.checked));
    const label = element("label", { htmlFor: box.id }, swatch(layer), element("span", { textContent: layer.name }));
    const slider = element("input", {
      type: "range",
      min: "0",
      max: "100",
      value: String(Math.round(layer.opacity * 100)),
      id: `opacity-${index}`,
    });
    slider.ariaLabel = `Opacity of ${layer.name}`;
    slider.addEventListener("input", () => this.actions.onOpacity(key, Number(slider.value) / 100));
    const status = element("p", { className: "note", textContent: this.notes.get(key) ?? "" });
    status.setAttribute("role", "status");
    this.statuses.set(key, status);
    return element("li", {}, element("div", { className: "layer" }, box, label, slider), status);
  }
}
