import type { MapLayer } from "../lib/data-maps/schema";
import { allowedAddress } from "../lib/data-maps/style/allowed-address";
import type { ShownAttribute } from "../lib/data-maps/style/display-schema";
import { toTime } from "../lib/data-maps/style/times";
import { element } from "./element";
import { valueText } from "./feature-text";

const MOST_ATTRIBUTES = 100;

/** A feature at a click. */
export interface Found {
  /** Key of its layer. */
  layer: string;
  attributes: Record<string, unknown>;
}

export type LayerAt = (key: string) => MapLayer | undefined;

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
function attributeTable(attributes: Readonly<Record<string, unknown>>, popup?: readonly ShownAttribute[]): HTMLElement {
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

function pageButton(label: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = label;
  button.textContent = text;
  button.addEventListener("click", onClick);
  return button;
}

/** Shows one feature at a time, with buttons for the others. */
export function featurePages(features: readonly Found[], layerAt: LayerAt): HTMLElement {
  const content = document.createElement("section");
  content.className = "popup";
  content.ariaLabel = "Feature";
  let index = 0;
  function show(step: number): void {
    index = (index + step + features.length) % features.length;
    const feature = features[index];
    if (!feature) return;
    const title = document.createElement("h2");
    const layer = layerAt(feature.layer);
    title.textContent = layer?.name ?? "";
    title.tabIndex = -1;
    const scrolled = document.createElement("div");
    scrolled.className = "attributes";
    scrolled.tabIndex = 0;
    scrolled.append(attributeTable(feature.attributes, layer?.popup));
    content.replaceChildren(title, scrolled);
    if (features.length === 1) return;
    const pages = document.createElement("div");
    pages.className = "pages";
    const place = document.createElement("span");
    place.textContent = `${index + 1} of ${features.length}`;
    place.setAttribute("role", "status");
    pages.append(
      pageButton("Previous feature", "‹", () => show(-1)),
      place,
      pageButton("Next feature", "›", () => show(1)),
    );
    content.append(pages);
    if (step !== 0) pages.querySelector<HTMLElement>(step > 0 ? "button:last-child" : "button")?.focus();
  }
  show(0);
  return content;
}
