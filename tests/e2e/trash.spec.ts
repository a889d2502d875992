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
