/** How the browser of a component test looks: window size, theme and time zone. */
import axe from "axe-core";
import { expect } from "vitest";
import { cdp, page } from "vitest/browser";

export interface Preferences {
  colorScheme: "light" | "dark";
}

/** Changes colors at once, as the product does. */
function setTheme(colorScheme: Preferences["colorScheme"]): void {
  const still = document.createElement("style");
  still.textContent = "*, *::before, *::after { transition: none !important }";
  document.head.append(still);
  document.documentElement.classList.toggle("dark", colorScheme === "dark");
  // Applies the colors before transitions are possible again.
  getComputedStyle(document.body).getPropertyValue("color");
  still.remove();
}

export async function followPreferences({ colorScheme }: Preferences): Promise<void> {
  setTheme(colorScheme);
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

/** Phone, tablet and desktop. */
const WIDTHS = [390, 820, 1440];
/** The axe rules whose result depends on colors. All other rules give the same result in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds a violation, or the content is wider than the window, at any width or in any theme. */
export async function expectGoodEverywhere(what: string, alsoAt?: (width: number) => Promise<void> | void): Promise<void> {
  for (const width of WIDTHS) {
    await page.viewport(width, 844);
    for (const colorScheme of ["dark", "light"] as const) {
      await followPreferences({ colorScheme });
      await expectAccessible(`${what}, ${colorScheme}, ${width} px`, colorScheme === "dark" ? COLOR_RULES : undefined);
    }
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(overflow, { message: `overflow of ${what}, ${width} px` }).toBe(0);
    await alsoAt?.(width);
  }
}

const isEnding = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;

/** Waits until every fade has finished. A child's inherited color begins to fade when its parent's is there. Ignores endless animations. */
async function fadesAreOver(): Promise<void> {
  let fades = document.getAnimations().filter(isEnding);
  while (fades.length > 0) {
    await Promise.allSettled(fades.map(({ finished }) => finished));
    fades = document.getAnimations().filter(isEnding);
  }
}

/** Fails when axe finds a violation. @param only the rules to check, or all */
export async function expectAccessible(what: string, only?: string[]): Promise<void> {
  await fadesAreOver();
  const rules = only ? { runOnly: only } : { rules: { "page-has-heading-one": { enabled: false } } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...rules });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
  );
  expect(found, `accessibility of ${what}`).toEqual([]);
}
