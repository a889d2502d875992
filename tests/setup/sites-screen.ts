import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, type Page } from "@playwright/test";
import { test as base } from "./browser";
import { type MapSite, openSite, SITE_HEADING } from "./map-sites";
import { insertProjects } from "./product-database";

export const test = base.extend<{
  /** Starts a site that stops after the test. */
  startSite(answer: RequestListener): Promise<MapSite>;
  openMapAt(mapUrl: string): Promise<{ remove(): Promise<void> }>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  startSite: async ({}, use) => {
    const sites: MapSite[] = [];
    await use(async (answer) => {
      const site = await openSite(answer);
      sites.push(site);
      return site;
    });
    await Promise.all(sites.map((site) => site.close()));
  },
  openMapAt: async ({ page, signInAs }, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (mapUrl) => {
      const safeName = `elsewhere-${randomUUID()}`;
      const remove = await insertProjects([{ name: "Mapped elsewhere", safeName, mapUrl }]);
      removals.push(remove);
      await signInAs("admin");
      // The load event waits for the map in the frame, and these maps may not finish.
      await page.goto(`/projects?map=${safeName}`, { waitUntil: "commit" });
      await expect(dialog(page)).toBeVisible();
      return { remove };
    });
    for (const remove of removals) await remove();
  },
});

export const dialog = (page: Page) => page.getByRole("dialog");
/** The heading of the other site, which a page on the maps' origin frames. */
export const heading = (page: Page) => page.frameLocator("iframe").frameLocator("iframe").getByRole("heading", { name: SITE_HEADING });
export const failure = (page: Page) => dialog(page).getByRole("alert").filter({ hasText: "Failed to load project map" });
export const note = (page: Page) => dialog(page).getByText("If the map stays empty");
