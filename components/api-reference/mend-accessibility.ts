/** What Swagger UI leaves wrong for screen readers, by selector: attributes that say it right. */
const attributes: readonly (readonly [selector: string, attributes: Readonly<Record<string, string>>])[] = [
  [".operation-filter-input", { "aria-label": "Filter the calls" }],
  [".close-modal", { "aria-label": "Close" }],
  // Headings follow that of the page without a gap.
  ["h3.opblock-tag, .dialog-ux h3", { role: "heading", "aria-level": "2" }],
  [".opblock h4, .dialog-ux h4", { role: "heading", "aria-level": "3" }],
  [".opblock h5, .dialog-ux h5, .dialog-ux h6", { role: "heading", "aria-level": "4" }],
  ["table[role=region]", { role: "table" }],
  // They scroll, so keys must reach them.
  [".opblock pre", { tabindex: "0" }],
];

/** A field without a name is about the parameter of its row, or about the type of an answer. */
function nameFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLElement>("select, input, textarea")) {
    if (field.ariaLabel || field.id !== "") continue;
    field.ariaLabel = field.closest<HTMLElement>("[data-param-name]")?.dataset.paramName ?? "Value";
  }
}

function mend(root: HTMLElement): void {
  for (const [selector, wanted] of attributes) {
    for (const element of root.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(wanted)) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
  nameFields(root);
}

/** Mends what screen readers miss in Swagger UI, as often as it changes. @returns ends it */
export function mendAccessibility(root: HTMLElement): () => void {
  const observer = new MutationObserver(() => mend(root));
  observer.observe(root, { childList: true, subtree: true });
  mend(root);
  return () => observer.disconnect();
}
