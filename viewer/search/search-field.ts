import type { Feature } from "geojson";
import type { MapLayer } from "../../lib/data-maps/schema";
import { element } from "../element";
import type { LoadedFeatures } from "../table/loaded-features";
import { parseCoordinates, placeText } from "./coordinates";
import { prepareLayer, type SearchedLayer, searchFeatures } from "./search-features";

/** Milliseconds after the last key. */
const PAUSE = 120;

export interface SearchActions {
  layers(): readonly MapLayer[];
  /** Returns the features of a layer, or null when none are loaded. */
  read(layer: MapLayer): Promise<LoadedFeatures | null>;
  /** @param layer of the feature; none for a place */
  onChoose(feature: Feature, layer: MapLayer | null): void;
}

interface Option {
  /** Name of its layer, or of other results. */
  group: string;
  title: string;
  detail: string;
  feature: Feature;
  layer: MapLayer | null;
}

/** Search of the map with a list of results (WAI-ARIA combobox). */
export class SearchField {
  private readonly list = element("div", { className: "results", id: "search-results", role: "listbox", ariaLabel: "Results" });
  private readonly status = element("p", { role: "status" });
  private readonly prepared = new WeakMap<readonly Feature[], Promise<SearchedLayer>>();
  private options: Option[] = [];
  private rows: HTMLElement[] = [];
  private active = 0;
  private waiting = 0;
  private searches = 0;

  constructor(
    private readonly field: HTMLInputElement,
    private readonly actions: SearchActions,
  ) {
    field.setAttribute("aria-controls", this.list.id);
    field.ariaAutoComplete = "list";
    field.after(this.list, this.status);
    field.addEventListener("input", () => {
      window.clearTimeout(this.waiting);
      this.waiting = window.setTimeout(() => void this.search(), PAUSE);
    });
    field.addEventListener("keydown", (event) => this.onKey(event));
    // The field keeps the focus while the user clicks a result.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.show([], "");
    void this.search();
  }

  private async search(): Promise<void> {
    this.searches += 1;
    const search = this.searches;
    const text = this.field.value.trim();
    const place = parseCoordinates(text);
    const options: Option[] = [];
    if (place) {
      const feature: Feature = { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: place } };
      options.push({ group: "Place", title: `Go to ${placeText(place)}`, detail: "", feature, layer: null });
    }
    const layers = text === "" ? [] : await this.prepare();
    if (search !== this.searches) return;
    options.push(...searchFeatures(layers, text).map((result) => ({ group: result.layer.name, ...result })));
    const found = options.length === 1 ? "1 result" : `${options.length} results`;
    this.show(options, options.length === 0 ? "Nothing found." : found);
    if (text === "") this.show([], "");
  }

  private async prepare(): Promise<SearchedLayer[]> {
    const prepared = await Promise.all(
      this.actions.layers().map(async (layer) => {
        const loaded = await this.actions.read(layer);
        if (!loaded) return [];
        const known = this.prepared.get(loaded.features) ?? prepareLayer(layer, loaded.features);
        this.prepared.set(loaded.features, known);
        return [await known];
      }),
    );
    return prepared.flat();
  }

  private show(options: Option[], text: string): void {
    this.options = options;
    this.rows = options.map((option, index) => this.rowOf(option, index));
    const groups = [...new Set(options.map(({ group }) => group))].map((name) => {
      const rows = this.rows.filter((_, index) => options[index]?.group === name);
      const title = element("div", { className: "group", textContent: name, ariaHidden: "true" });
      return element("div", { role: "group", ariaLabel: name }, title, ...rows);
    });
    this.list.replaceChildren(...groups);
    this.list.hidden = options.length === 0;
    this.status.textContent = text;
    this.field.ariaExpanded = String(options.length > 0);
    this.activate(0);
  }

  private rowOf({ title, detail }: Option, index: number): HTMLElement {
    const row = element("div", { className: "result", id: `result-${index}`, role: "option" }, element("span", { textContent: title }));
    if (detail) row.append(element("small", { textContent: detail }));
    row.addEventListener("click", () => this.choose(index));
    return row;
  }

  private activate(index: number): void {
    this.active = index;
    for (const [each, row] of this.rows.entries()) row.ariaSelected = String(each === index);
    const row = this.rows[index];
    this.field.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView({ block: "nearest" });
  }

  private choose(index: number): void {
    const option = this.options[index];
    if (!option) return;
    this.show([], "");
    this.actions.onChoose(option.feature, option.layer);
  }

  private onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === "Enter") this.choose(this.active);
    else if (event.key === "Escape") this.show([], "");
    else if (step !== undefined && this.rows.length > 0) {
      event.preventDefault();
      this.activate((this.active + step + this.rows.length) % this.rows.length);
    }
  }
}
