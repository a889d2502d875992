const LONGEST = 2_000;
const MOST_ATTRIBUTES = 100;

/** Returns the text of an attribute. Nothing in it is interpreted. */
export function attributeText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns a table of attributes. Names and values are text nodes, so HTML in them is shown as it is written. */
export function attributeTable(attributes: Readonly<Record<string, unknown>>): HTMLElement {
  const entries = Object.entries(attributes);
  if (entries.length === 0) {
    const note = document.createElement("p");
    note.textContent = "This feature has no attributes.";
    return note;
  }
  const table = document.createElement("table");
  for (const [name, value] of entries.slice(0, MOST_ATTRIBUTES)) {
    const row = table.insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    row.insertCell().textContent = attributeText(value);
  }
  return table;
}
