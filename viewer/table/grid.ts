import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { Feature } from "geojson";
import { element } from "../element";
import { icon } from "../icon";
import { attributeOf, type Column, cellText } from "./columns";
import type { Filters } from "./filter-rows";
import type { Order } from "./sort-rows";

/** Rows above and below the shown ones, so that none are missing while the user scrolls. */
const OVERSCAN = 10;
/** Firefox draws nothing below 17.9 million pixels. */
const MOST_ROWS = 400_000;
const SORT = { none: "M8 9l4-4 4 4M8 15l4 4 4-4", ascending: "M7 14l5-5 5 5", descending: "M7 10l5 5 5-5" };
const FILTER = "M4 5h16l-6 8v6l-4-2v-4z";

export interface GridActions {
  onSort(column: Column): void;
  /** @param button the one that was pressed */
  onFilter(column: Column, button: HTMLElement): void;
  /** A row becomes the current one. @param row index of the feature */
  onSelect(row: number): void;
  /** The user clicks a row, or presses Enter. */
  onChoose(row: number): void;
}

/** What the grid shows. */
export interface GridContent {
  features: readonly Feature[];
  columns: readonly Column[];
  /** Indexes of the shown features, in their order. */
  rows: readonly number[];
  order: Order | null;
  filters: Filters;
}

function cell(role: string, place: number, properties: Partial<HTMLElement>, ...children: (Node | string)[]): HTMLElement {
  const made = element("div", properties, ...children);
  made.role = role;
  made.ariaColIndex = String(place + 1);
  return made;
}

/** Rows of features (WAI-ARIA grid) of which only those in the view are elements. The focus stays on the grid: one row is current. */
export class Grid {
  readonly root = element("div", { className: "grid", id: "grid", tabIndex: 0, role: "grid" });
  private readonly head = element("div", { className: "row head", role: "row", ariaRowIndex: "1" });
  private readonly body = element("div", { className: "rows", role: "rowgroup" });
  private readonly shown = new Map<number, HTMLElement>();
  private readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  private readonly rowHeight: number;
  private content: GridContent = { features: [], columns: [], rows: [], order: null, filters: new Map() };
  /** Place of the current row, or -1. */
  private current = -1;

  constructor(
    name: string,
    private readonly actions: GridActions,
  ) {
    this.root.ariaLabel = name;
    const head = element("div", { className: "heads", role: "rowgroup" }, this.head);
    this.root.append(element("div", { className: "sheet", role: "presentation" }, head, this.body));
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.rowHeight = Math.round(rem * (matchMedia("(pointer: coarse)").matches ? 2.75 : 2));
    this.root.style.setProperty("--row", `${this.rowHeight}px`);
    this.virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count: 0,
      getScrollElement: () => this.root,
      estimateSize: () => this.rowHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan: OVERSCAN,
      scrollMargin: this.rowHeight,
      scrollPaddingStart: this.rowHeight,
      onChange: () => this.draw(),
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.body.addEventListener("click", ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[role=row]") : null;
      if (row) this.choose(Number(row.ariaRowIndex) - 2);
    });
  }

  /** Starts to observe the size of the grid, which is in the document. @returns a function that ends that */
  mount(): () => void {
    const unmount = this.virtualizer._didMount();
    this.virtualizer._willUpdate();
    return unmount;
  }

  /** Shows other rows. @param selected index of the current feature, or -1 */
  show(content: GridContent, selected: number): void {
    this.content = content;
    const { columns, rows } = content;
    this.root.style.setProperty("--columns", columns.map(({ width }) => `${width}ch`).join(" "));
    this.root.ariaRowCount = String(rows.length + 1);
    this.root.ariaColCount = String(columns.length);
    const focused = this.head.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.head.replaceChildren(...columns.map((column, place) => this.headCell(column, place)));
    if (focused) document.getElementById(focused)?.focus();
    this.current = rows.indexOf(selected);
    this.virtualizer.setOptions({ ...this.virtualizer.options, count: Math.min(rows.length, MOST_ROWS) });
    this.virtualizer._willUpdate();
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.draw();
  }

  /** Makes the row of a feature the current one, and scrolls to it. @param row index of the feature */
  select(row: number): void {
    this.move(this.content.rows.indexOf(row));
  }

  private headCell(column: Column, place: number): HTMLElement {
    const { order, filters } = this.content;
    const isSorted = order?.column.name === column.name;
    const direction = isSorted && order.isDescending ? "descending" : "ascending";
    const state = isSorted ? direction : "none";
    const sort = element(
      "button",
      { type: "button", className: "sort", id: `sort-${place}` },
      element("span", { textContent: column.title }),
    );
    sort.append(icon(SORT[state]));
    sort.addEventListener("click", () => this.actions.onSort(column));
    const filter = element("button", { type: "button", className: "tool", id: `filter-${place}`, title: "Filter" }, icon(FILTER));
    filter.ariaLabel = `Filter ${column.title}`;
    filter.ariaPressed = String(filters.has(column.name));
    filter.addEventListener("click", () => this.actions.onFilter(column, filter));
    const made = cell("columnheader", place, { className: column.isNumeric ? "number" : "" }, sort, filter);
    made.ariaSort = state;
    return made;
  }

  private draw(): void {
    const items = this.virtualizer.getVirtualItems();
    const wanted = new Set(items.map(({ index }) => index));
    this.body.style.height = `${this.virtualizer.getTotalSize()}px`;
    for (const [place, row] of this.shown) {
      if (wanted.has(place)) continue;
      row.remove();
      this.shown.delete(place);
    }
    for (const { index, start } of items) {
      if (this.shown.has(index)) continue;
      const row = this.rowAt(index);
      row.style.transform = `translateY(${start - this.rowHeight}px)`;
      this.shown.set(index, row);
      this.body.append(row);
    }
    this.mark();
  }

  private rowAt(place: number): HTMLElement {
    const feature = this.content.features[this.content.rows[place] ?? -1];
    const cells = this.content.columns.map(({ name, isNumeric, shown }, column) => {
      const text = cellText(attributeOf(feature, name), shown);
      return cell("gridcell", column, { className: isNumeric ? "number" : "", textContent: text, title: text });
    });
    return element("div", { className: "row", role: "row", id: `row-${place}`, ariaRowIndex: String(place + 2) }, ...cells);
  }

  private mark(): void {
    for (const [place, row] of this.shown) row.ariaSelected = String(place === this.current);
    if (this.shown.has(this.current)) this.root.setAttribute("aria-activedescendant", `row-${this.current}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  private move(place: number): void {
    this.current = place;
    if (place >= 0) this.virtualizer.scrollToIndex(place);
    this.draw();
  }

  private choose(place: number): void {
    const row = this.content.rows[place];
    if (row === undefined) return;
    this.move(place);
    this.actions.onChoose(row);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.root) return;
    const page = Math.max(1, Math.floor(this.root.clientHeight / this.rowHeight) - 2);
    const last = this.virtualizer.options.count - 1;
    const places: Record<string, number> = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      PageDown: this.current + page,
      PageUp: this.current - page,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (event.key === "Enter") this.choose(this.current);
    else if (place !== undefined) {
      event.preventDefault();
      const next = Math.min(last, Math.max(0, place));
      const row = this.content.rows[next];
      if (row === undefined) return;
      this.move(next);
      this.actions.onSelect(row);
    }
  }
}
