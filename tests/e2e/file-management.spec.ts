import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/file-manager");
  await expect(page.getByRole("heading", { level: 1, name: "File Manager" })).toBeVisible();
});

test("shows the storage, and the files with who uploaded them and where they are", async ({ page }) => {
  // By its place: for a moment the page's own skeleton, which has the same labels, is still there.
  const storage = page.getByRole("region", { name: "Storage" });
  for (const label of ["Storage Used", "Total Files", "Available Space"]) {
    await expect(storage.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("progressbar", { name: "Storage Usage" })).toBeVisible();
  for (const name of ["File", "Size", "Uploaded By", "Project", "Upload Date", "Actions"]) {
    await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("columnheader", { name: "Upload Date" })).toHaveAttribute("aria-sort", "descending");
});

test("searches, filters and sorts, and keeps what was asked for in the address", { tag: "@main" }, async ({ page }) => {
  await page.getByPlaceholder("Search files...").fill("INDEX.HTML");
  await expect(row(page, "index.html").first()).toBeVisible();
  await page.getByRole("combobox", { name: "File type" }).click();
  await page.getByRole("option", { name: "Videos" }).click();
  await expect(page.getByText("No files found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search criteria or filters")).toBeVisible();
  await expect(page).toHaveURL(/type=video/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=size-desc/);
});

test("previews a file, downloads it, and asks before it deletes one", async ({ page }) => {
  await page.getByPlaceholder("Search files...").fill("index.html");
  await page.getByRole("button", { name: "Preview index.html" }).first().click();
  const details = page.getByRole("dialog");
  for (const term of ["Name", "Size", "Type", "Uploaded By", "Project", "Upload Date"]) {
    await expect(details.getByRole("term").filter({ hasText: new RegExp(`^${term}$`) })).toBeVisible();
  }
  const download = page.waitForEvent("download");
  await details.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("index.html");
  await details.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete index.html? This action cannot be undone.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
});

test("says what did not work", async ({ page, complaints }) => {
  // The list itself may still be on its way, and goes on coming.
  await page.route(/\/api\/file-management\/(download|delete)\//, (route) => route.fulfill({ status: 500, json: {} }));
  await page
    .getByRole("button", { name: /^Download / })
    .first()
    .click();
  await expect(page.getByText("Failed to download file")).toBeVisible();
  await page
    .getByRole("button", { name: /^Delete / })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Failed to delete file")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  complaints.length = 0;
});

test("deletes a file for good", { tag: "@main" }, async ({ page }) => {
  const name = `deleted-${Date.now()}.txt`;
  const multipart = { files: { name, mimeType: "text/plain", buffer: Buffer.from("to be deleted") }, targetPath: "" };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  expect((await page.request.post("/api/files/assets/files", { multipart, headers })).status()).toBe(200);
  await page.getByPlaceholder("Search files...").fill(name);
  await expect(row(page, name)).toContainText("No project");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("File deleted successfully")).toBeVisible();
  await expect(page.getByText("No files found")).toBeVisible();
});

test("the file manager of the platform is accessible and fits at every width, in both themes", async ({ page }) => {
  await page.getByPlaceholder("Search files...").fill("index.html");
  await expect(row(page, "index.html").first()).toBeVisible();
  await expect(page).toHaveURL(/search=index/);
  await expectGoodEverywhere(page, "/file-manager");
  await page
    .getByRole("button", { name: /^Preview / })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGoodEverywhere(page, "the preview");
});
