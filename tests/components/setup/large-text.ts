import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";

function findCutHeads(): (string | null)[] {
  const heads = [...document.querySelectorAll("th")].filter((head) => head.checkVisibility());
  return heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent);
}

/** Finds short words that continue on the next line, because their box is too narrow. Long words, such as file names, may do so. */
function findBrokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest("script, style, .sr-only, svg")) continue;
    for (const { 0: word, index } of node.textContent?.matchAll(/(?<!\S)\p{L}{2,12}(?!\S)/gu) ?? []) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}

/** Fails when the content is wider than the window, or words or heads of a table don't fit, while text has twice the size (WCAG 1.4.4). */
export async function expectFitsLargeText(what: string): Promise<void> {
  const { style } = document.documentElement;
  onTestFinished(() => {
    style.fontSize = "";
  });
  style.fontSize = "200%";
  for (const width of [390, 1440]) {
    await page.viewport(width, 844);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(overflow, { message: `overflow of ${what} with text of 200 %, ${width} px` }).toBe(0);
    await expect.poll(findCutHeads, { message: `cut table heads of ${what} with text of 200 %, ${width} px` }).toEqual([]);
    if (width === 1440) await expect.poll(findBrokenWords, { message: `broken words of ${what}` }).toEqual([]);
  }
  style.fontSize = "";
}
