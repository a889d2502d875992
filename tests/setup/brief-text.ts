import type { Page } from "@playwright/test";

/**
 * Waits for a text that soon disappears. Call it before what shows the text: the page looks in every frame, so a slow test can't miss it.
 * @param place selector of the element that contains the text
 */
export function briefText(page: Page, place: string, text: string): Promise<void> {
  return page.evaluate(
    ([selector, wanted]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const isShown = [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(wanted));
          if (isShown) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    [place, text] as const,
  );
}
