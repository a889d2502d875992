import { cardButton } from "./choice-fields";

/** Copies a text by a selection. Frames of other origins may not use the clipboard otherwise. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "copied";
  const { activeElement } = document;
  (document.fullscreenElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}

/** Copies a text. @returns what to tell the visitor */
async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    return copySelected(text) ? "Copied." : "This browser doesn't let the map copy. Select the text, and copy it.";
  }
}

/** Returns a button that copies a text, and reports it. */
export function copyButton(label: string, status: HTMLElement, read: () => string): HTMLButtonElement {
  return cardButton(label, () => {
    void copyText(read()).then((result) => {
      status.textContent = result;
    });
  });
}
