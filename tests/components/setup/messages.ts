import { onTestFinished } from "vitest";

/** Records the text of each banner from now on. A banner disappears after three seconds, which a slow machine may miss. */
export function noteBanners(): string[] {
  const banners: string[] = [];
  const note = () => {
    const text = document.querySelector('[aria-live="polite"]:has([aria-label="Dismiss"])')?.textContent;
    if (text && banners.at(-1) !== text) banners.push(text);
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return banners;
}
