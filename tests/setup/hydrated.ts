import { expect, type Page } from "@playwright/test";

/** Waits until the shell handles keys: it knows the theme then. The screen may still wait for its code. */
export async function shellHydrated(page: Page): Promise<void> {
  await expect(page.locator("[role=radio][data-state=checked]")).toHaveCount(1);
}

/** Waits until the screen has come, and handles keys and clicks. */
export async function pageHydrated(page: Page): Promise<void> {
  await shellHydrated(page);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-waiting=true]")).toHaveCount(0);
}
