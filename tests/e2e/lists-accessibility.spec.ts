import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";

/** The project of the first run. */
const DEMO = "Sea Chart of the World";

for (const [colorScheme, widths] of [
  ["light", [1440, 768, 390]],
  ["dark", [1440, 390]],
] as const) {
  for (const width of widths) {
    test(`axe finds nothing on the lists and the map, ${colorScheme}, ${width} px, and nothing hangs over`, async ({ page, signInAs }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      for (const role of ["admin", "user"] as const) {
        await signInAs(role);
        await page.goto("/projects");
        await expect(page.getByRole("row").filter({ hasText: DEMO })).toBeVisible();
        await expectAccessible(page, `list of the ${role}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBe(0);
        // Its own: other tests publish maps beside it.
        await page
          .getByRole("row")
          .filter({ hasText: DEMO })
          .getByRole("button", { name: /^(View|Open) Map\b/ })
          .click();
        await expect(page.frameLocator("iframe").locator(".leaflet-tile-loaded").first()).toBeVisible();
        await expectAccessible(page, `map of the ${role}`);
        await page.getByRole("button", { name: "Full Screen View" }).click();
        await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
        await expectAccessible(page, `full screen of the ${role}`);
      }
    });
  }
}
