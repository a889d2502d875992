import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { FilesScreen } from "../setup/files-screen";
import { publishSmallMap, type SmallMap } from "../setup/small-map";

let map: SmallMap;

test.beforeEach(async ({ signInAs, page, baseURL }) => {
  await signInAs("admin");
  map = await publishSmallMap(page, baseURL, { "app.js": "app", "charts/harbour.txt": "harbour", "charts/sea.txt": "sea" });
});
test.afterEach(() => map.remove());

test("the trash restores items, under another name when the old one is taken", { tag: "@main" }, async ({ page }) => {
  await map.send("DELETE", "item", { itemPath: "charts" });
  await map.send("DELETE", "item", { itemPath: "app.js" });
  await map.send("PUT", "file-content", { filePath: "index.html", content: "changed" });
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  const trash = await screen.openTrash();
  const app = trash.getByRole("row", { name: /app\.js/ });
  const charts = trash.getByRole("row", { name: /charts/ });
  await expect(charts).toContainText("2 files");
  await expect(charts).toContainText("Demo Admin");
  await expect(app).toContainText("30 days");
  await expect(trash).toContainText("You can restore deleted items for 30 days.");
  await expectAccessible(page, "the trash");

  await app.getByRole("button", { name: "Restore app.js" }).press("Enter");
  await expect(screen.message("Restored “app.js”.")).toBeVisible();
  await expect(app).toHaveCount(0);
  expect(await map.namesIn("")).toEqual(["app.js", "index.html"]);

  await map.send("POST", "folder", { folderPath: "", folderName: "charts" });
  await charts.getByRole("button", { name: "Restore charts" }).click();
  await expect(screen.message("Restored as “charts (1)” because “charts” already exists.")).toBeVisible();
  await expect(trash.getByText("The trash is empty")).toBeVisible();
  await expectAccessible(page, "an empty trash");
  await trash.getByRole("button", { name: "Back to Files" }).click();
  await expect(screen.row("charts (1)")).toBeVisible();
  expect(await map.namesIn("charts (1)")).toEqual(["harbour.txt", "sea.txt"]);
});

test("the trash restores a selection, deletes an item permanently and empties itself", async ({ page }) => {
  for (const itemPath of ["charts/harbour.txt", "charts/sea.txt", "charts", "app.js"]) await map.send("DELETE", "item", { itemPath });
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  const trash = await screen.openTrash();
  await trash.getByRole("checkbox", { name: "Select harbour.txt" }).check();
  await trash.getByRole("checkbox", { name: "Select sea.txt" }).check();
  await trash.getByRole("button", { name: "Restore (2)" }).click();
  await expect(screen.message("Restored 2 items.")).toBeVisible();
  // Their folder was deleted as well, so it is created again.
  expect(await map.namesIn("charts")).toEqual(["harbour.txt", "sea.txt"]);

  await map.send("DELETE", "item", { itemPath: "charts/sea.txt" });
  await trash.getByRole("button", { name: "Refresh" }).click();
  await expect(trash.getByRole("row", { name: /sea\.txt/ })).toBeVisible();
  await trash.getByRole("button", { name: "Delete Permanently app.js" }).click();
  await expect(screen.question).toContainText("Are you sure you want to delete 1 item(s)? This action cannot be undone.");
  await expectAccessible(page, "a question");
  await screen.question.getByRole("button", { name: "Cancel" }).click();
  await trash.getByRole("button", { name: "Delete Permanently app.js" }).click();
  await screen.question.getByRole("button", { name: "Delete" }).click();
  await expect(screen.message("Deleted 1 item(s) successfully")).toBeVisible();
  await expect(trash.getByRole("row", { name: /app\.js/ })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "the trash on a phone");
  await trash.getByRole("button", { name: "Empty Trash" }).click();
  await expect(screen.question).toContainText("Are you sure you want to delete 2 item(s)? This action cannot be undone.");
  await screen.question.getByRole("button", { name: "Empty Trash" }).click();
  await expect(screen.message("Deleted 2 item(s) successfully")).toBeVisible();
  await expect(trash.getByText("The trash is empty")).toBeVisible();
  expect(await map.listTrash()).toEqual([]);

  // Escape closes the trash first, then the file manager.
  await page.keyboard.press("Escape");
  await expect(screen.row("index.html")).toBeVisible();
  await expect(screen.dialog.getByRole("grid")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toHaveCount(0);
});

test("the trash reports when it fails to load and when a restore fails", async ({ page, complaints }) => {
  await map.send("DELETE", "item", { itemPath: "app.js" });
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  await page.route("**/trash", (route) => route.fulfill({ status: 500, json: { message: "" } }));
  await screen.dialog.getByRole("button", { name: "Trash" }).click();
  await expect(screen.dialog.getByText("Failed to load the trash")).toBeVisible();
  await expectAccessible(page, "a trash that did not load");
  await page.unrouteAll();
  await screen.dialog.getByRole("button", { name: "Retry" }).click();
  const row = screen.dialog.getByRole("row", { name: /app\.js/ });
  await expect(row).toBeVisible();

  // Another client restores the item first.
  const [faster] = await map.listTrash();
  await map.send("POST", "trash/restore", { id: faster?._id });
  await row.getByRole("button", { name: "Restore app.js" }).click();
  await expect(screen.message("Failed to restore app.js: This item is no longer in the trash.")).toBeVisible();
  await expect(screen.dialog.getByText("The trash is empty")).toBeVisible();
  complaints.length = 0;
});

test("the notice with Undo stays for 10 seconds, and while the pointer or the focus is on it", async ({ page }) => {
  await page.clock.install();
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  await screen.row("app.js").getByRole("checkbox").check();
  await page.keyboard.press("Delete");
  await expect(screen.question.getByRole("button", { name: "Delete" })).toBeVisible();
  // From here on, only runFor moves the time.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await screen.question.getByRole("button", { name: "Delete" }).click();
  const undo = page.getByRole("button", { name: /^Undo/ });
  await expect(undo).toBeVisible();
  await page.clock.runFor(9_500);
  await expect(undo).toBeVisible();
  await undo.hover();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  // An open dialog keeps the focus, so that the banner can have it only afterwards.
  await screen.dialog.getByRole("button", { name: "Close" }).click();
  await expect(screen.dialog).toHaveCount(0);
  // The dialog returns its focus in a timer.
  await page.clock.runFor(100);
  await undo.focus();
  await page.mouse.move(5, 500);
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await undo.blur();
  await page.clock.runFor(9_500);
  await expect(undo).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(undo).toBeHidden();
});
