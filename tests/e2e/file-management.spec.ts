import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/file-manager");
  await expect(page.getByRole("heading", { level: 1, name: "File Manager" })).toBeVisible();
});

test("the File Manager screen shows the storage and lists files with their uploader and project", async ({ page }) => {
  // The region excludes the page's skeleton, which shows the same labels for a moment.
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

test("the File Manager screen searches, filters and sorts files and keeps the choice in the URL", { tag: "@main" }, async ({ page }) => {
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

test("the File Manager screen previews and downloads a file and asks before it deletes one", async ({ page }) => {
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

test("the File Manager screen reports a failed download and a failed deletion", async ({ page, complaints }) => {
  // Only these two requests fail. The list may still be loading.
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

test("the File Manager screen moves a deleted file to the trash", { tag: "@main" }, async ({ page }) => {
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

test("the File Manager screen lists the files of a project, deletes several at once and sorts by name and project", async ({ page }) => {
  const names = ["a", "b"].map((letter) => `several-${letter}-${Date.now()}.html`);
  const headers = { "Sec-Fetch-Site": "same-origin" };
  for (const name of names) {
    const multipart = { files: { name, mimeType: "text/html", buffer: Buffer.from("to be deleted") }, targetPath: "" };
    expect((await page.request.post("/api/files/assets/files", { multipart, headers })).status()).toBe(200);
  }
  await page.getByRole("button", { name: "Refresh" }).click();
  const assets = page.getByRole("button", { name: /^Shared assets/ });
  // Other tests may have created larger projects, which are listed first.
  const showAll = page.getByRole("button", { name: /^Show all/ });
  await expect(assets.or(showAll).first()).toBeVisible();
  if (!(await assets.isVisible())) await showAll.click();
  await assets.click();
  await expect(page).toHaveURL(/project=assets/);
  await page.getByPlaceholder("Search files...").fill("several-");
  for (const name of names) await expect(row(page, name)).toContainText("HTML page");
  for (const [header, sort] of [
    ["Project", "project-asc"],
    ["File", "name-asc"],
  ] as const) {
    await page.getByRole("columnheader", { name: header, exact: true }).getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
  }
  // The rows of the search before may still be shown.
  await expect(page.getByText("2 of 2 files", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all files" }).check();
  await page.getByRole("button", { name: "Delete (2)" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Are you sure you want to delete 2 files? This action cannot be undone.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 files deleted successfully")).toBeVisible();
  await expect(page.getByText("No files found")).toBeVisible();
  await page.getByRole("button", { name: "Project: Shared assets" }).click();
  await expect(page).not.toHaveURL(/project=/);
  const { items } = (await (await page.request.get("/api/files/assets/trash")).json()) as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
