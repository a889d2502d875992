import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { type ManagedSite, publishSite } from "../setup/managed-site";
import { ManagerScreen } from "../setup/manager-screen";
import { chooseAction } from "../setup/project-menu";

let site: ManagedSite;
let files: ManagerScreen;

test.beforeEach(async ({ page, signInAs, baseURL }) => {
  await signInAs("admin");
  site = await publishSite(page.request, baseURL ?? "", "Managed");
  files = new ManagerScreen(page, site.name);
});
test.afterEach(() => site.remove());

test("the file manager opens and searches folders and keeps the folder through a reload and Back", async ({ page }) => {
  await page.goto(`/projects?search=${encodeURIComponent(site.name)}`);
  await chooseAction(page, site.name, "Manage Files");
  await expect(files.name("index.html")).toBeVisible();
  await expect(files.status).toHaveText("4 items");
  await expect(files.row("index.html")).toContainText(/\d\.\d KB|\d+ B/);
  await expect(files.row("index.html").getByRole("time")).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/);
  await expect(files.button("Back")).toBeDisabled();

  await files.name("tiles").click();
  await files.name("1").click();
  await files.name("0").click();
  await expect(files.name("0.png")).toBeVisible();
  await expect(page).toHaveURL(/folder=tiles%2F1%2F0/);
  await page.reload();
  await expect(files.name("1.png")).toBeVisible();
  await page.goBack();
  await expect(files.name("0")).toBeVisible();
  await files.button("Back").click();
  await expect(files.name("2")).toBeVisible();
  await files.crumb(site.name).click();
  await expect(files.name("leaflet")).toBeVisible();

  await files.search.fill("INDEX");
  await expect(files.status).toHaveText("1 item found");
  await expect(files.grid.getByRole("row")).toHaveCount(2);
  await files.search.fill("no such file");
  await expect(files.grid.getByText("No files found matching the search")).toBeVisible();
  await files.button("Refresh").click();
  await expect(files.search).toHaveValue("");
  await expect(files.status).toHaveText("4 items");
  await files.button("Close").click();
  await expect(files.dialog).toBeHidden();
  await expect(page).not.toHaveURL(/files=|folder=/);
});

test("the file manager goes up a folder while a browser Back is still loading", async ({ page }) => {
  await files.open(site.safeName);
  await files.name("tiles").click();
  await files.name("1").click();
  await files.name("0").click();
  await expect(files.name("0.png")).toBeVisible();
  await page.reload();
  await expect(files.name("1.png")).toBeVisible();
  await page.route(/_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await route.continue().catch(() => undefined);
  });
  await page.goBack();
  await expect(files.name("0")).toBeVisible();
  await files.button("Back").click();
  await expect(files.name("2")).toBeVisible();
  await expect(page).toHaveURL(/folder=tiles$/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the Shared Assets Manager creates and permanently deletes a folder", async ({ page }) => {
  await page.goto("/projects");
  await page.getByRole("button", { name: "Manage Assets" }).click();
  const assets = new ManagerScreen(page, "Shared Assets Manager");
  await expect(assets.dialog).toContainText("Files for every map, which loads them as ../assets/logo.png");
  await expect(assets.crumb("Shared Assets")).toBeVisible();
  await assets.button("New Folder").click();
  await page.getByLabel("Folder name").fill(site.safeName);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(assets.name(site.safeName)).toBeVisible();
  await assets.check(site.safeName).click();
  await assets.button("Delete (1)").click();
  await page.getByLabel("Delete permanently").check();
  await assets.confirmDelete();
  await expect(assets.row(site.safeName)).toBeHidden();
  await page.goBack();
  await expect(assets.dialog).toBeHidden();
});
