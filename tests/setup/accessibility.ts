import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Colours in the middle of a fade are nobody's. What runs for ever, such as a bar without a value, is not waited for. */
async function fadesAreOver(): Promise<void> {
  const ends = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map((animation) => animation.finished),
  );
}

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(fadesAreOver);
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`);
}

/**
 * Fails with what axe finds wrong on the page as it stands. The map in a frame is somebody else's page, and not judged here.
 * @param what named in the failure, e.g. "sign-in, dark"
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  let found = await findViolations(page);
  // Something may have begun to fade in while axe was looking. What is really wrong is there the next time as well.
  if (found.length > 0) found = await findViolations(page);
  expect(found, `accessibility of ${what}`).toEqual([]);
}
