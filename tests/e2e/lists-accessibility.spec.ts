import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";

const DEMO = "Sea Chart of the World";

for (const role of ["admin", "user"] as const) {
  test(`the project list and the map of the ${role} are accessible and fit at every width, in both themes`, { tag: "@main" }, async ({
    page,
    signInAs,
  }) => {
    await signInAs(role);
    await page.goto("/projects");
    const row = page.getByRole("row").filter({ hasText: DEMO });
    await expect(row).toBeVisible();
    await expectGoodEverywhere(page, `list of the ${role}`);
    // The row selects this map, because other tests publish maps as well.
    await row.getByRole("button", { name: /^(View|Open) Map\b/ }).click();
    await expect(page.frameLocator("iframe").locator(".leaflet-tile-loaded").first()).toBeVisible();
    await expectGoodEverywhere(page, `map of the ${role}`);
    await page.getByRole("button", { name: "Full Screen View" }).click();
    await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
    await expectGoodEverywhere(page, `full screen of the ${role}`);
  });
}
