import type { PaddingOptions } from "maplibre-gl";
import { layerKey, type MapLayer, type MapView } from "../lib/data-maps/schema";
import { element } from "./element";
import { icon } from "./icon";
import { hasLegend, legendList, rasterBackground } from "./legend";
import type { ShownLayer, ShownMap } from "./shown-map";

export interface PanelActions {
  /** The user shows or hides a layer. */
  onVisible(key: string, isVisible: boolean): void;
  /** @param opacity 0 to 1 */
  onOpacity(key: string, opacity: number): void;
  /** @param hidden indexes of the classes that are not drawn */
  onHidden(key: string, hidden: readonly number[]): void;
  /** The user chooses a bookmark. */
  onView(view: MapView): void;
  /** @param opener id of the button */
  onTable(key: string, opener: string): void;
  /** The user enters the search field for the first time. */
  onSearch(field: HTMLInputElement): void;
}

/** What the list says below a layer. */
export interface Status {
  kind: "loading" | "hint" | "problem";
  text: string;
}

export const LOADING: Status = { kind: "loading", text: "Loading…" };

/** A window in which the panel covers little of the map. It is open there at first. */
const WIDE = matchMedia("(min-width: 48rem)");
/** Between the data and the edges of the map. Pixels. */
const MARGIN = 40;

const TABLE_ICON = "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9";

/** The sign of a layer in the list, which is its legend when it has one colour. */
function swatch({ kind, color, ...layer }: MapLayer): HTMLElement {
  const sign = element("span", { className: hasLegend(layer) ? "swatch several" : `swatch ${kind}`, ariaHidden: "true" });
  sign.style.setProperty("--color", color);
  if (layer.rasterStyle) sign.style.background = rasterBackground(layer.rasterStyle, 135);
  return sign;
}

function fillLine(line: HTMLElement, status: Status | undefined): void {
  line.className = `note ${status?.kind ?? ""}`;
  line.textContent = status?.text ?? "";
}

/** Notes that are shown before the others fold. */
const SHOWN_NOTES = 2;

/** Lists what a layer leaves out. */
function noteLines(notes: readonly string[] = []): HTMLElement[] {
  const lines = notes.map((note) => element("p", { className: "note", textContent: note }));
  if (lines.length <= SHOWN_NOTES) return lines;
  const summary = element("summary", { textContent: `${lines.length - SHOWN_NOTES} more notes` });
  return [...lines.slice(0, SHOWN_NOTES), element("details", { className: "note" }, summary, ...lines.slice(SHOWN_NOTES))];
}

/** Shows or hides all layers. Its box is mixed while some are shown. */
function allRow(list: HTMLElement): HTMLElement {
  const box = element("input", { type: "checkbox", id: "visible-all" });
  const boxes = [...list.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const update = () => {
    box.checked = boxes.every(({ checked }) => checked);
    box.indeterminate = !box.checked && boxes.some(({ checked }) => checked);
  };
  box.addEventListener("change", () => {
    // Each click updates this box.
    const isVisible = box.checked;
    for (const each of boxes) if (each.checked !== isVisible) each.click();
  });
  list.addEventListener("change", update);
  update();
  return element("li", { className: "layer" }, box, element("label", { htmlFor: box.id, textContent: "All layers" }));
}

function bookmarkList({ bookmarks = [] }: ShownMap, onView: PanelActions["onView"]): HTMLElement[] {
  const rows = bookmarks.map(({ name, view }) => {
    const button = element("button", { type: "button", textContent: name });
    button.addEventListener("click", () => onView(view));
    return element("li", {}, button);
  });
  if (rows.length === 0) return [];
  return [element("h2", { textContent: "Bookmarks" }), element("ul", { className: "bookmarks", ariaLabel: "Bookmarks" }, ...rows)];
}

/** The field that searches the map. What does so is loaded when it is used. */
function searchBox(onSearch: (field: HTMLInputElement) => void): HTMLElement {
  const field = element("input", { type: "search", id: "search", placeholder: "Search or coordinates", autocomplete: "off" });
  field.role = "combobox";
  field.ariaExpanded = "false";
  field.ariaLabel = "Search the map";
  field.addEventListener("focus", () => onSearch(field), { once: true });
  return element("div", { className: "search" }, field);
}

/** The list of layers: title, legend, visibility, opacity, and what is wrong with a layer. */
export class Panel {
  readonly root = element("details", { className: "panel" });
  private readonly statuses = new Map<string, Status>();
  private readonly lines = new Map<string, HTMLElement>();
  private readonly search: HTMLElement;

  constructor(private readonly actions: PanelActions) {
    this.search = searchBox(actions.onSearch);
    this.root.open = WIDE.matches;
  }

  /** Returns the pixels at each edge of the map that the panel and the buttons leave no data below. */
  padding(): PaddingOptions {
    const { offsetLeft, offsetWidth, open } = this.root;
    if (WIDE.matches) return { top: MARGIN, bottom: MARGIN, left: open ? offsetLeft + offsetWidth + MARGIN : MARGIN, right: 2 * MARGIN };
    return { top: MARGIN, bottom: 3 * MARGIN, left: MARGIN / 2, right: 1.5 * MARGIN };
  }

  /** Closes the panel where it covers much of the map. */
  fold(): void {
    if (!WIDE.matches) this.root.open = false;
  }

  /** Shows the layers of a map. The user's focus stays where it is. */
  show(map: ShownMap): void {
    const focused = document.activeElement?.id;
    this.lines.clear();
    const rows = map.layers.map((layer, index) => this.row(layer, index));
    const list = element("ul", {}, ...rows);
    if (rows.length > 1) list.prepend(allRow(list));
    const content = rows.length > 0 ? list : element("p", { textContent: "This map has no layers." });
    const summary = element("summary", {}, element("h1", { textContent: map.title }));
    this.root.replaceChildren(summary, this.search, content, ...bookmarkList(map, this.actions.onView));
    if (focused) document.getElementById(focused)?.focus();
  }

  statusOf(key: string): Status | undefined {
    return this.statuses.get(key);
  }

  /** Says what a layer is doing or why it is not shown. */
  setStatus(key: string, status: Status | undefined): void {
    if (status) this.statuses.set(key, status);
    else this.statuses.delete(key);
    const line = this.lines.get(key);
    if (line) fillLine(line, status);
  }

  private row(layer: ShownLayer, index: number): HTMLElement {
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
    const controls = layer.kind === "raster" ? [slider] : [slider, this.tableButton(layer, `table-${index}`)];
    const line = element("p");
    line.setAttribute("role", "status");
    fillLine(line, this.statuses.get(key));
    this.lines.set(key, line);
    const legend = legendList(layer, index, (hidden) => this.actions.onHidden(key, hidden));
    return element("li", {}, element("div", { className: "layer" }, box, label, ...controls), line, ...legend, ...noteLines(layer.notes));
  }

  private tableButton(layer: ShownLayer, id: string): HTMLElement {
    const button = element("button", { type: "button", className: "tool", id, title: "Table" }, icon(TABLE_ICON));
    button.ariaLabel = `Table of ${layer.name}`;
    button.addEventListener("click", () => this.actions.onTable(layerKey(layer), id));
    return button;
  }
}
