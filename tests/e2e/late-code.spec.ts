/** Code that loads when it is needed, such as that of dialogs, when it cannot be loaded. */
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { pageHydrated } from "../setup/hydrated";

const CODE = "**/_next/static/**/*.js";

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await pageHydrated(page);
}

test("a dialog whose code can't be loaded offers to reload, and opens once the code is there", async ({ page, signInAs, complaints }) => {
  await signInAs("admin");
  await open(page, "/users");
  await page.route(CODE, (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This part of the page did not load." })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(page.getByRole("dialog", { name: "Add New User" })).toBeVisible();
  complaints.length = 0;
});
