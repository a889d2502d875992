import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { pageHydrated } from "../setup/hydrated";
import { createPerson, uniqueWord } from "../setup/people-screen";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const input = (page: Page) => palette(page).getByRole("combobox");
const group = (page: Page, name: string) => palette(page).getByRole("group", { name });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pageHydrated(page);
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await input(page).fill(text);
}

test("the search opens a map, a person, files, a page and an action by keyboard", { tag: "@main" }, async ({ page, signInAs, baseURL }) => {
  await signInAs("superadmin");
  const word = uniqueWord();
  await createPerson(page, "admin", { name: `Bo ${word}`, email: `${word}@example.com`, password: "a long password" }, baseURL);
  await open(page, "/dashboard");
  const scripts: string[] = [];
  page.on("request", (request) => (request.url().endsWith(".js") ? scripts.push(request.url()) : undefined));
  await search(page, "sea chart of the world");
  expect(scripts, "the code loads when the dialog opens").not.toEqual([]);
  await expect(option(page, /^Sea Chart of the World/).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\?map=sea-chart-of-the-world$/);
  await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await search(page, word);
  await option(page, /^Bo/).click();
  await expect(page).toHaveURL(`/admin-management?search=${encodeURIComponent(`${word}@example.com`)}`);
  await expect(page.getByRole("row").filter({ hasText: word })).toHaveCount(1);

  await search(page, "leaflet.css");
  await group(page, "Files").getByRole("option").first().click();
  await expect(page).toHaveURL("/file-manager?search=leaflet.css");
  await expect(page.getByPlaceholder("Search files...")).toHaveValue("leaflet.css");

  await search(page, "add u");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add New User" })).toBeVisible();
  await expect(page).toHaveURL("/users");
  await page.keyboard.press("Escape");

  await search(page, "dark");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await search(page, "logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
});
