import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

/** The banner or message with a text. */
export const notice = (message: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: message });

export const discardQuestion = () => page.getByRole("alertdialog", { name: "Discard changes?" });

/** Waits until the elements have exactly these texts. */
export async function expectTexts(locator: Locator, texts: readonly string[]): Promise<void> {
  await expect.poll(() => locator.elements().map(({ textContent }) => textContent)).toEqual(texts);
}

/** The rows of a list whose rows contain lists. */
export function rowsOf(list: string): Element[] {
  return page
    .getByRole("list", { name: list })
    .elements()
    .flatMap(({ children }) => [...children]);
}

/** Clicks in the corner of the window, next to an open dialog. */
export async function clickOutside(): Promise<void> {
  const element = document.elementFromPoint(5, 5) ?? document.body;
  await page.elementLocator(element).click({ position: { x: 5, y: 5 } });
}
