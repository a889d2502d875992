/** Code that loads when it is needed: dialogs and parts of pages, while it is on its way and when it can't be loaded. */
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { pageHydrated } from "../setup/hydrated";

const CODE = "**/_next/static/**/*.js";

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await pageHydrated(page);
}

test("a dialog whose code is late says that it loads, and then focuses its first field", { tag: "@main" }, async ({ page, signInAs }) => {
  await signInAs("admin");
  await open(page, "/users");
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(CODE, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeAttached();
  letThrough();
  const dialog = page.getByRole("dialog", { name: "Add New User" });
  await expect(dialog.getByLabel(/^Full Name/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add User" })).toBeFocused();
  await page.unrouteAll({ behavior: "wait" });
});

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

test("a part of a page whose code can't be loaded is replaced by a message", async ({ page, signInAs, complaints }) => {
  await signInAs("admin");
  await open(page, "/projects");
  await page.route(CODE, (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Create Project" }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "This part of the page did not load." })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByLabel(/^Project Name/)).toBeVisible();
  complaints.length = 0;
});

test("pointing at a control loads the code of dialogs before a click", async ({ page, signInAs }) => {
  await signInAs("admin");
  await open(page, "/users");
  const loaded = page.waitForResponse((response) => response.url().endsWith(".js"));
  await page.getByRole("button", { name: "Add User" }).hover();
  expect((await loaded).status()).toBe(200);
});
