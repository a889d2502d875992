import type { Feature, Position } from "geojson";
import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import { isTiled } from "../../lib/data-maps/values";
import { element } from "../element";
import { icon } from "../icon";
import { type Column, columnsOf } from "./columns";
import { downloadButtons } from "./download-rows";
import { type Box, boxOf, isInView } from "./feature-box";
import { FilterBox } from "./filter-box";
import { type Filter, filterRows } from "./filter-rows";
import { Grid } from "./grid";
import type { LoadedFeatures } from "./loaded-features";
import { resizeHandle } from "./resize-handle";
import { findFeature } from "./same-feature";
import { type Order, sortRows } from "./sort-rows";

const CLOSE = "M6 6l12 12M18 6L6 18";
/** Filters wait for the user to stop typing. Milliseconds. */
const PAUSE = 120;

export interface TableActions {
  /** Marks a feature on the map. */
  onSelect(feature: Feature): void;
  /** Shows a feature on the map. */
  onChoose(feature: Feature): void;
  onClose(): void;
}

const count = (value: number) => value.toLocaleString("en-US");

/** The table of a layer, along the bottom of the map. */
export class FeatureTable {
  private readonly root = element("section", { className: "table" });
  private readonly status = element("p", { role: "status", textContent: "Loading…" });
  private readonly note = element("p", { className: "part", textContent: "Only features in the shown part of the map" });
  private readonly inView = element("input", { type: "checkbox", id: "in-view" });
  private readonly reset = element("button", { type: "button", className: "plain", textContent: "Clear filters", hidden: true });
  private readonly filterBox = new FilterBox((column, filter) => this.filter(column, filter));
  private readonly grid: Grid;
  private readonly unmount: () => void;
  private readonly filters = new Map<string, Filter>();
  private features: readonly Feature[] = [];
  private boxes: (Box | null)[] | null = null;
  private columns: readonly Column[] = [];
  private order: Order | null = null;
  private sorted: readonly number[] = [];
  private rows: readonly number[] = [];
  private selected: Feature | null = null;
  private view: Box | null = null;
  private waiting = 0;

  constructor(
    readonly layer: MapLayer,
    private readonly frame: HTMLElement,
    actions: TableActions,
    allowsDownload: boolean,
  ) {
    const { name } = layer;
    this.root.ariaLabel = `Table of ${name}`;
    this.grid = new Grid(name, {
      onSort: (column) => this.sort(column),
      onFilter: (column, button) => this.filterBox.toggle(column, button, this.filters),
      onSelect: (row) => this.pick(row, actions.onSelect),
      onChoose: (row) => this.pick(row, actions.onChoose),
    });
    const close = element("button", { type: "button", className: "tool", title: "Close", ariaLabel: "Close the table" }, icon(CLOSE));
    close.addEventListener("click", actions.onClose);
    this.reset.addEventListener("click", () => {
      this.filters.clear();
      this.show();
      this.grid.root.focus();
    });
    this.inView.addEventListener("change", () => this.show());
    const inView = element("label", { className: "tick", htmlFor: this.inView.id }, this.inView, "Only what is in view");
    const shown = () => ({ features: this.rows.flatMap((row) => this.features[row] ?? []), columns: this.columns });
    const bar = element(
      "div",
      { className: "bar" },
      element("h2", { textContent: name }),
      this.status,
      this.note,
      inView,
      this.reset,
      ...(allowsDownload ? [downloadButtons(name, isTiled(layer.format), shown)] : []),
      close,
    );
    this.root.append(resizeHandle(frame), bar, this.grid.root, this.filterBox.root);
    this.root.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") actions.onClose();
    });
    frame.append(this.root);
    this.unmount = this.grid.mount();
    this.note.hidden = true;
  }

  get key(): string {
    return layerKey(this.layer);
  }

  focus(): void {
    this.grid.root.focus();
  }

  /** Shows the features of the layer, or those of them that the map has now. */
  update(loaded: LoadedFeatures, view: Box): void {
    const isMoved = String(view) !== String(this.view);
    this.view = view;
    if (loaded.features === this.features) {
      if (isMoved && this.inView.checked) this.show();
      return;
    }
    this.features = loaded.features;
    // Features that were read again are other objects.
    if (this.selected) this.selected = this.features[findFeature(this.features, this.selected)] ?? this.selected;
    this.boxes = null;
    this.columns = columnsOf(loaded.features, this.layer);
    this.note.hidden = !loaded.isPart;
    if (this.inView.parentElement) this.inView.parentElement.hidden = loaded.isPart;
    this.sortAll();
    this.show();
  }

  /** Selects the row of a feature that the user has clicked or searched. @returns false when no row has it */
  select(feature: Feature, place?: Position): boolean {
    const row = findFeature(this.features, feature, place);
    if (row < 0) return false;
    this.selected = this.features[row] ?? null;
    this.grid.select(row);
    return true;
  }

  /** Returns the selected feature as the file has it, or null. */
  selection(): Feature | null {
    return this.selected;
  }

  close(): void {
    window.clearTimeout(this.waiting);
    this.unmount();
    this.filterBox.remove();
    this.root.remove();
    this.frame.style.removeProperty("--table");
  }

  private pick(row: number, action: (feature: Feature) => void): void {
    const feature = this.features[row];
    if (!feature) return;
    this.selected = feature;
    action(feature);
  }

  /** The third click on a head brings the order of the file back. */
  private sort(column: Column): void {
    const isSame = this.order?.column.name === column.name;
    this.order = isSame && this.order?.isDescending ? null : { column, isDescending: isSame };
    this.sortAll();
    this.show();
  }

  private sortAll(): void {
    const all = [...this.features.keys()];
    this.sorted = this.order ? sortRows(this.features, all, this.order) : all;
  }

  private filter(column: Column, filter: Filter | null): void {
    if (filter) this.filters.set(column.name, filter);
    else this.filters.delete(column.name);
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.show(), PAUSE);
  }

  private isShown(row: number): boolean {
    this.boxes ??= this.features.map(({ geometry }) => boxOf(geometry));
    return this.view !== null && isInView(this.boxes[row] ?? null, this.view);
  }

  private show(): void {
    const { features, columns, order, filters } = this;
    const isAll = filters.size === 0 && !(this.inView.checked && this.note.hidden);
    const left = isAll ? null : new Set(filterRows(features, filters, (row) => !this.inView.checked || this.isShown(row)));
    const rows = left ? this.sorted.filter((row) => left.has(row)) : this.sorted;
    this.rows = rows;
    const unit = features.length === 1 ? "row" : "rows";
    this.status.textContent = left ? `${count(rows.length)} of ${count(features.length)} ${unit}` : `${count(rows.length)} ${unit}`;
    this.reset.hidden = filters.size === 0;
    const selected = this.selected ? features.indexOf(this.selected) : -1;
    this.grid.show({ features, columns, rows, order, filters }, selected);
  }
}
