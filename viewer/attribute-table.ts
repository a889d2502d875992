import { allowedAddress } from "../lib/data-maps/style/allowed-address";
import type { ShownAttribute } from "../lib/data-maps/style/display-schema";
import { toTime } from "../lib/data-maps/style/times";
import { element } from "./element";
import { valueText } from "./feature-text";

const MOST_ATTRIBUTES = 100;

/** Returns a link that says nothing about this page to the other site. */
function link(address: string, ...children: (Node | string)[]): HTMLElement {
  return element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/** Returns a picture that opens in a tab of its own, or its address if it can't be loaded. */
function picture(address: string, alt: string): HTMLElement {
  const image = element("img", { alt, referrerPolicy: "no-referrer", src: address });
  const linked = link(address, image);
  image.addEventListener("error", () => image.replaceWith(address));
  return linked;
}

/** Returns a value as it is to be shown. Only an address on an allowed host is more than text. */
function valueNode(value: unknown, shown: ShownAttribute): Node | string {
  const { kind, hosts = [], name, attribute } = shown;
  const text = valueText(value, shown);
  const address = kind === "link" || kind === "picture" ? allowedAddress(value, hosts) : null;
  if (address !== null) return kind === "picture" ? picture(address, name || attribute) : link(address, text);
  const time = kind === "date" ? toTime(value) : null;
  if (time === null) return text;
  const exact = new Date(time).toISOString();
  return element("time", { dateTime: exact, title: exact }, text);
}

/**
 * Returns a table of attributes. Names and values are text nodes, so HTML in them is shown as it is written.
 * @param popup what is shown; all attributes if it is left out
 */
export function attributeTable(attributes: Readonly<Record<string, unknown>>, popup?: readonly ShownAttribute[]): HTMLElement {
  const names = Object.keys(attributes).slice(0, MOST_ATTRIBUTES);
  if (!popup && names.length === 0) return element("p", { textContent: "This feature has no attributes." });
  const table = element("table");
  for (const shown of popup ?? names.map((attribute): ShownAttribute => ({ attribute }))) {
    const { attribute, name } = shown;
    const row = table.insertRow();
    row.append(element("th", { scope: "row", textContent: name || attribute }));
    row.insertCell().append(valueNode(Object.hasOwn(attributes, attribute) ? attributes[attribute] : null, shown));
  }
  return table;
}
