import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Look {
  width: number;
  colorScheme: "light" | "dark";
}

/** A desktop, a tablet and a phone, each in both themes. The last one is how the page is left. */
const LOOKS: readonly Look[] = [390, 768, 1440].flatMap((width) => [
  { width, colorScheme: "dark" },
  { width, colorScheme: "light" },
]);
/** What all commands check of them but `npm test -- e2e-all` and Playwright's own. */
const QUICK_LOOKS: readonly Look[] = [
  { width: 390, colorScheme: "light" },
  { width: 1440, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
];
const looks = process.env.E2E_QUICK ? QUICK_LOOKS : LOOKS;
/** The rules whose result depends on colors. The other rules find the same in both themes. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Waits for the end of every fade. Animations without an end, such as that of a bar without a value, are not waited for. */
async function fadesAreOver(): Promise<void> {
  const ends = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map((animation) => animation.finished),
  );
}

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(fadesAreOver);
  // Legacy mode runs axe in the page alone. The other mode opens another page for each run.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude("iframe")
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`);
}

/**
 * Fails when axe finds a violation on the page. The map in a frame is not ours and is not checked.
 * @param what named in the failure, e.g. "sign-in, dark"
 */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  let found = await findViolations(page, rules);
  // A fade may have begun while axe ran. A real violation is still there the second time.
  if (found.length > 0) found = await findViolations(page, rules);
  expect(found, `accessibility of ${what}`).toEqual([]);
}

/** Fails when axe finds a violation, and when the page is wider than the window. */
export async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoOverflow(page, what);
}

/** A page that has just changed its size takes a moment to be laid out. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `overflow of ${what}` }).toBe(0);
}

/**
 * Checks the page as `expectGood` does at every width and in both themes, without loading it again.
 * Leaves the page 1440 px wide, in the light theme.
 * @param alsoAt further checks at each width
 */
export async function expectGoodEverywhere(page: Page, what: string, alsoAt?: (width: number) => Promise<void>): Promise<void> {
  for (const { width, colorScheme } of looks) {
    const name = `${what}, ${colorScheme}, ${width} px`;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, name, colorScheme === "dark" ? COLOR_RULES : undefined);
    await expectNoOverflow(page, name);
    await alsoAt?.(width);
  }
}
