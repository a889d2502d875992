import type { Feature } from "geojson";

const SHOWN = 50;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function element(name: string, text: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  // As text and never as HTML: whoever made the file must not get to say anything to the page.
  made.textContent = text;
  return made;
}

export function describeFeature({ properties, geometry, id }: Feature): HTMLElement {
  const entries = Object.entries(properties ?? {});
  if (id !== undefined) entries.unshift(["id", id]);
  const box = document.createElement("div");
  box.append(element("p", geometry?.type ?? "Feature", "preview-feature-kind"));
  if (entries.length === 0) box.append(element("p", "No properties", "preview-feature-none"));
  const list = document.createElement("dl");
  for (const [name, value] of entries.slice(0, SHOWN)) list.append(element("dt", name, ""), element("dd", textOf(value), ""));
  if (entries.length > 0) box.append(list);
  if (entries.length > SHOWN) box.append(element("p", `and ${entries.length - SHOWN} more`, "preview-feature-none"));
  return box;
}
