import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Appearance {
  width: number;
  colorScheme: "light" | "dark";
}

/** Phone, tablet and desktop widths in both themes. The page keeps the last combination. */
const ALL_APPEARANCES: readonly Appearance[] = [390, 820, 1440].flatMap((width) => [
  { width, colorScheme: "dark" },
  { width, colorScheme: "light" },
]);
/** With E2E_QUICK, axe runs on a desktop in the light theme only. The layout of phones is checked all the same. */
const QUICK_APPEARANCES: readonly Appearance[] = [390, 1440].map((width) => ({ width, colorScheme: "light" }));
const isQuick = Boolean(process.env.E2E_QUICK);
const appearances = isQuick ? QUICK_APPEARANCES : ALL_APPEARANCES;
/** The axe rules whose result depends on colors. All other rules give the same result in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Whether every fade has finished. Ignores endless animations, such as an indeterminate progress bar. */
function areFadesOver(): boolean {
  return document
    .getAnimations()
    .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY);
}

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.waitForFunction(areFadesOver, undefined, { polling: 50 });
  // Legacy mode runs axe in this page only. The default mode opens another page for each run.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude("iframe")
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`);
}

/**
 * Fails when axe finds a violation on the page. Skips frames, because the maps in them are not ours.
 * @param what page name for the failure message, e.g. "sign-in, dark"
 */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  let found = await findViolations(page, rules);
  // A fade may have begun while axe ran. A real violation is still there in the second run.
  if (found.length > 0) found = await findViolations(page, rules);
  expect(found, `accessibility of ${what}`).toEqual([]);
}

/** Fails when axe finds a violation or the page is wider than the window. */
export async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoOverflow(page, what);
}

/** Polls, because the layout takes a moment to follow a new window size. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `overflow of ${what}` }).toBe(0);
}

/**
 * Runs the checks of `expectGood` at every width and in both themes without reloading the page.
 * Leaves the page 1440 px wide, in the light theme.
 * @param alsoAt further checks at each width
 */
export async function expectGoodEverywhere(page: Page, what: string, alsoAt?: (width: number) => Promise<void>): Promise<void> {
  for (const { width, colorScheme } of appearances) {
    const name = `${what}, ${colorScheme}, ${width} px`;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (!isQuick || width === 1440) await expectAccessible(page, name, colorScheme === "dark" ? COLOR_RULES : undefined);
    await expectNoOverflow(page, name);
    await alsoAt?.(width);
  }
}

/** Polls, because the layout takes a moment to follow the size of the text. */
async function expectNoOverlap(page: Page, what: string): Promise<void> {
  const findOverlaps = () =>
    page.evaluate(() => {
      const heads = [...document.querySelectorAll("th")].filter((head) => head.checkVisibility());
      return heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent);
    });
  await expect.poll(findOverlaps, { message: `overlapping table heads of ${what}` }).toEqual([]);
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

/** Fails when the page is wider than the window, or words or heads of a table don't fit, while its text has twice the size (WCAG 1.4.4). */
export async function expectFitsLargeText(page: Page, what: string): Promise<void> {
  const setTextSize = (size: string) => page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
  await setTextSize("200%");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page, `${what} with text of 200 %, ${width} px`);
    await expectNoOverlap(page, `${what} with text of 200 %, ${width} px`);
    if (width === 1440) await expect.poll(() => page.evaluate(findBrokenWords), { message: `broken words of ${what}` }).toEqual([]);
  }
  await setTextSize("");
}
