import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/file-manager");
  await expect(page.getByRole("heading", { level: 1, name: "File Manager" })).toBeVisible();
});

test("the File Manager screen searches, filters and sorts files and keeps the choice in the URL", async ({ page }) => {
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
  const { items } = (await (await page.request.get("/api/files/assets/trash")).json()) as { items: { name: string }[] };
  expect(items.map((item) => item.name)).toContain(name);
});
