import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Fails with what axe finds wrong on the page as it stands. The map in a frame is somebody else's page, and not judged here.
 * @param what named in the failure, e.g. "sign-in, dark"
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Colours in the middle of a fade are nobody's.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
  );
  expect(found, `accessibility of ${what}`).toEqual([]);
}
