import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { type ManagedSite, publishSite } from "../setup/managed-site";
import { ManagerScreen } from "../setup/manager-screen";
import { inProduct } from "../setup/product-database";

/** One response of several megabytes contains all 50,000 rows, which takes long on a busy machine. */
const PATIENCE = { timeout: 30_000 };

let site: ManagedSite;
let files: ManagerScreen;

test.beforeEach(async ({ page, signInAs, baseURL }) => {
  await signInAs("admin");
  site = await publishSite(page.request, baseURL ?? "", "Many");
  files = new ManagerScreen(page, site.name);
});
test.afterEach(() => site.remove());

/** Inserts a new folder with `count` empty files at the top level of the site. */
async function insertFiles(folder: string, count: number): Promise<void> {
  await inProduct((client) =>
    client.query(
      `WITH root AS (
         SELECT e.id, e."treeId" FROM "Entry" e JOIN "Project" p ON p."currentTreeId" = e."treeId"
          WHERE p."safeName" = $1 AND e."parentId" IS NULL
       ), made AS (
         INSERT INTO "Entry" ("treeId", "parentId", kind, name) SELECT "treeId", id, 'folder', $2 FROM root RETURNING id, "treeId"
       ), filled AS (
         INSERT INTO "Entry" ("treeId", "parentId", kind, name)
         SELECT "treeId", id, 'file', 'tile-' || lpad(number::text, 5, '0') || '.png' FROM made, generate_series(0, $3 - 1) number
         RETURNING "treeId"
       )
       UPDATE "Tree" SET "fileCount" = "fileCount" + $3::int WHERE id IN (SELECT "treeId" FROM root)`,
      [site.safeName, folder, count],
    ),
  );
}

test("the file manager scrolls, selects and searches 50,000 files", async ({ page }) => {
  await insertFiles("many", 50_000);
  await files.open(site.safeName, "many");
  await expect(files.name("tile-00000.png")).toBeVisible();
  await expect(files.status).toHaveText("50,000 items");
  await expect(files.grid).toHaveAttribute("aria-rowcount", "50001");
  expect(await files.grid.getByRole("row").count()).toBeLessThan(100);
  await files.grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await expect(files.name("tile-49999.png")).toBeVisible();
  await expect(files.row("tile-49999.png")).toHaveAttribute("aria-rowindex", "50001");
  await files.grid.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await expect(files.status).toContainText("50,000 selected", PATIENCE);
  await page.keyboard.press("Escape");
  await files.check("tile-49999.png").click();
  await expect(files.status).toContainText("1 selected");
  await files.dialog.getByRole("checkbox", { name: "Select all" }).click();
  await expect(files.status).toContainText("50,000 selected", PATIENCE);
  await files.search.fill("31415");
  await expect(files.status).toHaveText("1 item found");
  await expect(files.name("tile-31415.png")).toBeVisible();
});

test("the file manager is accessible and fits at every width, in both themes", async ({ page }) => {
  await files.open(site.safeName);
  await expectGoodEverywhere(page, "the manager", () =>
    expect.poll(() => files.grid.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0),
  );
  await files.check("data").click();
  await files.check("index.html").click();
  await expect(files.button("Delete (2)")).toBeVisible();
  await expectGoodEverywhere(page, "the manager with a selection");
  await files.row("data").getByRole("button", { name: "Actions for data" }).click();
  await expectGoodEverywhere(page, "the manager with a menu", () => expect(page.getByRole("menu")).toBeVisible());
});

test("the Shared Assets Manager creates and permanently deletes a folder", async ({ page }) => {
  await page.goto("/projects");
  await page.getByRole("button", { name: "Manage Assets" }).click();
  const assets = new ManagerScreen(page, "Shared Assets Manager");
  await expect(assets.dialog).toContainText("Assets Manager");
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
