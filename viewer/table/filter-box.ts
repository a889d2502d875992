import { element } from "../element";
import type { Column } from "./columns";
import type { Filter, Filters } from "./filter-rows";

function field(label: string, input: HTMLInputElement): HTMLElement {
  return element("label", {}, element("span", { textContent: label }), input);
}

/** Returns the number in a field, or null. People write a comma too. */
function numberIn({ value }: HTMLInputElement): number | null {
  const number = Number(value.trim().replace(",", "."));
  return value.trim() === "" || Number.isNaN(number) ? null : number;
}

type Fields = [fields: HTMLElement[], read: () => Filter | null];

function textFields({ shown }: Column, filter: Filter | undefined): Fields {
  const input = element("input", { type: "text", value: filter?.kind === "text" ? filter.text : "" });
  return [[field("Contains", input)], () => (input.value.trim() === "" ? null : { kind: "text", text: input.value, shown })];
}

function rangeFields(filter: Filter | undefined): Fields {
  const make = (value: number | null | undefined) => element("input", { type: "text", inputMode: "decimal", value: String(value ?? "") });
  const range = filter?.kind === "range" ? filter : undefined;
  const [from, to] = [make(range?.from), make(range?.to)];
  const read = (): Filter | null => {
    const limits = { from: numberIn(from), to: numberIn(to) };
    return limits.from === null && limits.to === null ? null : { kind: "range", ...limits };
  };
  return [[field("From", from), field("To", to)], read];
}

function valueFields({ values }: Column, filter: Filter | undefined): Fields {
  const ticked = filter?.kind === "values" ? filter.values : [];
  const boxes = values.map((value) =>
    element("input", { type: "checkbox", value: String(value), checked: ticked.includes(String(value)) }),
  );
  const rows = boxes.map((box) => element("label", { className: "tick" }, box, element("span", { textContent: box.value })));
  const read = (): Filter | null => {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    return chosen.length > 0 ? { kind: "values", values: chosen } : null;
  };
  return [rows, read];
}

function fieldsOf(column: Column, filter: Filter | undefined): Fields {
  if (column.values.length > 0) return valueFields(column, filter);
  return column.isNumeric ? rangeFields(filter) : textFields(column, filter);
}

/** The fields that filter one column, below its head. */
export class FilterBox {
  readonly root = element("dialog", { className: "filter" });
  private opener: HTMLElement | null = null;

  /** @param onChange gets the filter of a column at each change, or null for none */
  constructor(private readonly onChange: (column: Column, filter: Filter | null) => void) {
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" && event.key !== "Enter") return;
      event.stopPropagation();
      this.close();
    });
    document.addEventListener("pointerdown", this.closeOutside);
  }

  /** Opens the fields of a column, or closes them if they are open. */
  toggle(column: Column, button: HTMLElement, filters: Filters): void {
    const isSame = this.root.open && this.opener?.id === button.id;
    this.close();
    if (isSame) return;
    this.opener = button;
    const [fields, read] = fieldsOf(column, filters.get(column.name));
    const form = element("div", { className: "fields" }, ...fields);
    form.addEventListener("input", () => this.onChange(column, read()));
    this.root.ariaLabel = `Filter ${column.title}`;
    this.root.replaceChildren(form);
    this.root.show();
    this.place(button);
    form.querySelector("input")?.focus();
  }

  close(): void {
    if (!this.root.open) return;
    this.root.close();
    // Its head may have been drawn again.
    if (this.opener) document.getElementById(this.opener.id)?.focus();
  }

  /** Ends what it does on the page. */
  remove(): void {
    document.removeEventListener("pointerdown", this.closeOutside);
  }

  private place(button: HTMLElement): void {
    const frame = this.root.offsetParent?.getBoundingClientRect();
    if (!frame) return;
    const { right, bottom } = button.getBoundingClientRect();
    const left = Math.min(right - frame.left, frame.width - 8) - this.root.offsetWidth;
    this.root.style.left = `${Math.max(8, left)}px`;
    this.root.style.top = `${bottom - frame.top + 4}px`;
    this.root.style.maxHeight = `${frame.bottom - bottom - 12}px`;
  }

  private readonly closeOutside = ({ target }: PointerEvent): void => {
    if (!(target instanceof Element) || this.root.contains(target) || this.opener?.id === target.closest("button")?.id) return;
    if (this.root.open) this.root.close();
  };
}
