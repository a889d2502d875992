import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { ManagerScreen } from "../setup/manager-screen";
import { insertProjects } from "../setup/product-database";
import { unused } from "../setup/unused";

const file = (name: string, type = "file") => ({ name, path: name, type, size: 2048, modified: "2026-11-20T10:00:00.000Z" });
const folder = { success: true, items: [file("data", "folder"), file("app.js"), file("map.css")], total: 3, revision: "1" };

let files: ManagerScreen;
let takeAway: () => Promise<void>;
const safeName = () => name.toLowerCase().replaceAll(" ", "-");
let name: string;

test.beforeEach(async ({ page, signInAs }) => {
  name = unused("Forged");
  takeAway = await insertProjects([{ name, safeName: safeName() }]);
  files = new ManagerScreen(page, name);
  await signInAs("admin");
});
test.afterEach(() => takeAway());

/** Answers or aborts one call of the files API. */
async function forge(page: Page, call: string, answer: { status: number; json: object } | "broken"): Promise<void> {
  await page.route(`**/api/files/*/${call}*`, (route) => (answer === "broken" ? route.abort() : route.fulfill(answer)));
}

const failed = { status: 500, json: {} };
const refused = { status: 409, json: { success: false, message: "Another user was faster.", error: "Another user was faster." } };

/** Tests an error with a message, an error without a message, and a lost response. */
async function eachFailure(page: Page, call: string, act: () => Promise<void>, texts: readonly [string, string, string]): Promise<void> {
  for (const [index, answer] of ([refused, failed, "broken"] as const).entries()) {
    await forge(page, call, answer);
    await act();
    await expect(files.message(texts[index] ?? "")).toBeVisible();
  }
}

test("the file manager shows an error when a folder fails to load, and Try Again loads it", async ({ page, complaints }) => {
  await forge(page, "browse", failed);
  // The message may come before the load event, and disappears.
  await page.goto(`/projects?files=${safeName()}`, { waitUntil: "commit" });
  await expect(files.message("Failed to load directory")).toBeVisible();
  await expect(files.grid.getByText("Failed to load directory")).toBeVisible();
  await forge(page, "browse", "broken");
  await files.grid.getByRole("button", { name: "Try Again" }).click();
  await expect(files.message("Error loading directory")).toBeVisible();
  await forge(page, "browse", { status: 200, json: folder });
  await files.grid.getByRole("button", { name: "Try Again" }).click();
  await expect(files.name("app.js")).toBeVisible();
  complaints.length = 0;
});

test("the file manager keeps the loaded rows when later rows of a folder fail, and Retry loads them", async ({ page, complaints }) => {
  const rows = Array.from({ length: 500 }, (_, index) => file(`tile-${String(index).padStart(4, "0")}.png`));
  const last = file("tile-0999.png");
  await page.route("**/api/files/*/browse*", (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get("offset") === "0";
    return route.fulfill(isFirst ? { json: { success: true, items: rows, total: 501, revision: "1" } } : failed);
  });
  await files.open(safeName());
  await files.grid.focus();
  await page.keyboard.press("End");
  await expect(files.message("Failed to load directory")).toBeVisible();
  await expect(files.dialog.getByText("Some rows failed to load.")).toBeVisible();
  await expectAccessible(page, "a folder that lacks rows");
  await forge(page, "browse", { status: 200, json: { success: true, items: [last], total: 501, revision: "1" } });
  await files.button("Retry").press("Enter");
  await expect(files.name(last.name)).toBeVisible();
  await expect(files.button("Retry")).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(files.name("tile-0000.png")).toBeVisible();
  complaints.length = 0;
});

test("the file manager shows the server's message or its own when it fails to create, rename, move or delete", async ({
  page,
  complaints,
}) => {
  await forge(page, "browse", { status: 200, json: folder });
  await files.open(safeName());
  const said = "Another user was faster.";

  await files.button("New Folder").click();
  const dialog = page.getByRole("dialog", { name: "Create New Folder" });
  await dialog.getByLabel("Folder name").fill("charts");
  const create = () => dialog.getByRole("button", { name: "Create" }).click();
  await eachFailure(page, "folder", create, [said, "Failed to create folder", "Error creating folder"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const rename = async () => {
    await files.row("app.js").getByRole("button", { name: "Rename app.js" }).click();
    await files.grid.getByRole("textbox").fill("main.js");
    await page.keyboard.press("Enter");
  };
  await eachFailure(page, "rename", rename, [said, "Failed to rename item", "Error renaming item"]);

  const move = () => files.row("app.js").dragTo(files.row("data"));
  await eachFailure(page, "move", move, [said, "Failed to move items", "Error moving items"]);

  const remove = async () => {
    await files.check("app.js").click();
    await files.button("Delete (1)").click();
    await files.confirmDelete();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  };
  const texts = [`Failed to delete app.js: ${said}`, "Failed to delete app.js: Unknown error", "Error deleting items"] as const;
  await eachFailure(page, "item", remove, texts);
  complaints.length = 0;
});

test("the file manager stops deleting at the first item that fails", async ({ page }) => {
  await forge(page, "browse", { status: 200, json: folder });
  const asked: string[] = [];
  await page.route("**/api/files/*/item", (route) => {
    const { itemPath } = route.request().postDataJSON() as { itemPath: string };
    asked.push(itemPath);
    return route.fulfill(asked.length === 1 ? { json: { success: true, message: "Deleted", trashId: "1" } } : refused);
  });
  await files.open(safeName());
  await files.dialog.getByRole("checkbox", { name: "Select all" }).click();
  await files.button("Delete (3)").click();
  await files.confirmDelete();
  await expect(files.message("Failed to delete app.js: Another user was faster.")).toBeVisible();
  expect(asked).toEqual(["data", "app.js"]);
});

test("the file manager reports a project that does not exist", async ({ page }) => {
  await page.goto("/projects?files=no-such-project");
  await expect(page.getByRole("grid").getByText("Project not found.")).toBeVisible();
});
