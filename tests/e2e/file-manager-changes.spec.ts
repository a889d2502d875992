import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { type ManagedSite, publishSite } from "../setup/managed-site";
import { ManagerScreen } from "../setup/manager-screen";

let site: ManagedSite;
let files: ManagerScreen;

test.beforeEach(async ({ page, signInAs, baseURL }) => {
  await signInAs("admin");
  site = await publishSite(page.request, baseURL ?? "", "Managed");
  files = new ManagerScreen(page, site.name);
});
test.afterEach(() => site.remove());

/** Opens the map in a new tab and returns whether it shows its tiles. */
async function showsTiles(page: Page): Promise<boolean> {
  const tab = await page.context().newPage();
  try {
    await tab.goto(`/projects/maps/${site.safeName}/`);
    const hasScript = await tab.evaluate(() => "L" in window);
    if (hasScript) await expect(tab.locator(".leaflet-tile-loaded").first()).toBeVisible();
    return hasScript;
  } finally {
    await tab.close();
  }
}

test("the file manager creates a folder and renames it by Enter and blur, but not by Escape", { tag: "@main" }, async ({ page }) => {
  await files.open(site.safeName);
  await files.button("New Folder").click();
  const dialog = page.getByRole("dialog", { name: "Create New Folder" });
  await expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
  await dialog.getByLabel("Folder name").fill("   ");
  await expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
  await dialog.getByLabel("Folder name").fill("soundings");
  await expectAccessible(page, "Create New Folder");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toBeHidden();
  await files.name("soundings").click();
  await expect(files.grid.getByText("This folder is empty")).toBeVisible();
  await expectAccessible(page, "an empty folder");
  await files.button("Back").click();

  const field = files.grid.getByRole("textbox");
  await files.row("index.html").getByRole("button", { name: "Rename index.html" }).click();
  await expect(field).toBeFocused();
  expect(await field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))).toBe(
    "index",
  );
  await page.keyboard.type("start");
  await page.keyboard.press("Escape");
  await expect(files.name("index.html")).toBeVisible();
  await expect(files.dialog).toBeVisible();

  await files.row("soundings").getByRole("button", { name: "Rename soundings" }).click();
  await field.fill(" depths ");
  await page.keyboard.press("Enter");
  await expect(files.name("depths")).toBeVisible();
  await files.row("depths").getByRole("button", { name: "Rename depths" }).click();
  await field.fill("charts");
  await files.search.focus();
  await expect(files.name("charts")).toBeVisible();
  await files.row("charts").getByRole("button", { name: "Rename charts" }).click();
  await field.fill("data");
  await page.keyboard.press("Enter");
  await expect(files.page.getByRole("alert")).toBeVisible();
  await expect(files.name("charts")).toBeVisible();
});

test("the file manager selects items with Shift and Ctrl, deletes them and restores them by Undo", async ({ page }) => {
  await files.open(site.safeName, "tiles/2");
  await files.check("0").click();
  await files.check("2").click({ modifiers: ["Shift"] });
  await expect(files.selected).toHaveCount(3);
  await files.name("3").click({ modifiers: ["ControlOrMeta"] });
  await expect(files.status).toContainText("4 selected");
  await files.check("3").click();
  await files.button("Delete (3)").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete 3 item(s)?");
  await question.getByLabel("Delete permanently").check();
  await expect(question).toContainText("Are you sure you want to delete 3 item(s)? This action cannot be undone.");
  await expectAccessible(page, "the question before deleting");
  await question.getByLabel("Delete permanently").uncheck();
  await files.confirmDelete();
  await expect(files.message("Deleted 3 item(s) successfully")).toBeVisible();
  // An event instead of a click: the banner disappears after 10 s, which a slow machine may miss.
  await page.getByRole("button", { name: "Undo" }).dispatchEvent("click");
  await expect(files.message("Restored 3 item(s) successfully")).toBeVisible();
  await expect(files.status).toHaveText("4 items");

  // The keyboard does not reach the banner, so Ctrl+Z anywhere but in a text field restores a deletion as well, once.
  await files.grid.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect(files.status).toHaveText("3 items");
  await expect(files.grid).toBeFocused();
  await files.search.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await files.button("Refresh").focus();
  await expect(files.status).toHaveText("3 items");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(files.message("Restored 1 item(s) successfully")).toBeVisible();
  await expect(files.status).toHaveText("4 items");

  await files.grid.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(files.status).toContainText("4 selected");
  await page.keyboard.press("Escape");
  await expect(files.status).toHaveText("4 items");
  await expect(files.dialog).toBeVisible();
});

test("the map breaks when the file manager renames a folder, and works when the old name is back", async ({ page, complaints }) => {
  expect(await showsTiles(page)).toBe(true);
  await files.open(site.safeName);
  const rename = async (from: string, to: string) => {
    await files
      .row(from)
      .getByRole("button", { name: `Rename ${from}` })
      .click();
    await files.grid.getByRole("textbox").fill(to);
    await page.keyboard.press("Enter");
    await expect(files.name(to)).toBeVisible();
  };
  await rename("leaflet", "leaflet-old");
  expect(await showsTiles(page)).toBe(false);
  complaints.length = 0;
  await rename("leaflet-old", "leaflet");
  expect(await showsTiles(page)).toBe(true);
});
