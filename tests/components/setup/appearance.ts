/** How the browser of a component test looks: window size, theme and time zone. */
import axe from "axe-core";
import { expect, inject } from "vitest";
import { cdp, page } from "vitest/browser";

export interface Preferences {
  colorScheme: "light" | "dark";
}

export async function followPreferences({ colorScheme }: Preferences): Promise<void> {
  document.documentElement.classList.toggle("dark", colorScheme === "dark");
  const features = [
    { name: "prefers-color-scheme", value: colorScheme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}

/** @param timezoneId IANA name. An empty one restores the time zone of the machine */
export async function setTimeZone(timezoneId: string): Promise<void> {
  await cdp().send("Emulation.setTimezoneOverride", { timezoneId });
}

declare module "vitest" {
  interface ProvidedContext {
    /** Whether axe runs at every width in both themes, and not on a desktop in the light theme only. */
    allLooks: boolean;
  }
}

/** Phone, tablet and desktop. */
const WIDTHS = [390, 820, 1440];

/** Fails when axe finds a violation, or the content is wider than the window. Leaves it 1440 px wide, in the light theme. */
export async function expectGoodEverywhere(what: string, alsoAt?: (width: number) => Promise<void> | void): Promise<void> {
  const allLooks = inject("allLooks");
  for (const width of WIDTHS) {
    await page.viewport(width, 844);
    for (const colorScheme of ["dark", "light"] as const) {
      if (!allLooks && (width !== 1440 || colorScheme === "dark")) continue;
      await followPreferences({ colorScheme });
      await expectAccessible(`${what}, ${colorScheme}, ${width} px`);
    }
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(overflow, { message: `overflow of ${what}, ${width} px` }).toBe(0);
    await alsoAt?.(width);
  }
}

/** Waits until every fade has finished. Ignores endless animations, such as an indeterminate progress bar. */
async function fadesAreOver(): Promise<void> {
  const ends = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  );
}

async function findViolations(): Promise<string[]> {
  await fadesAreOver();
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules: { "page-has-heading-one": { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`);
}

export async function expectAccessible(what: string): Promise<void> {
  let found = await findViolations();
  // A fade may have begun while axe ran. A real violation is still there in the second run.
  if (found.length > 0) found = await findViolations();
  expect(found, `accessibility of ${what}`).toEqual([]);
}
