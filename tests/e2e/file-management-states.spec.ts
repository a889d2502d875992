import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";

test.beforeEach(async ({ signInAs }) => signInAs("superadmin"));

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "File Manager" });
const storage = (page: Page) => page.getByRole("region", { name: "Storage" });
const GIGABYTE = 1024 ** 3;

test("the storage bar shows in words and colors how full the storage is", async ({ page }) => {
  let percent = 0;
  await page.route("**/api/file-management/stats", (route) => {
    const used = (percent / 100) * 10 * GIGABYTE;
    const stats = { used, total: 10 * GIGABYTE, available: Math.max(0, 10 * GIGABYTE - used), files: 1_234_567 };
    return route.fulfill({ json: stats });
  });
  await page.goto("/file-manager");
  await expect(storage(page)).toContainText("0.0% · ");
  for (const [full, words, tone, width] of [
    [50, "enough space", "bg-gain-ink", 50],
    [75, "filling up", "bg-warning", 75],
    [95, "almost full", "bg-danger", 95],
    [120, "almost full", "bg-danger", 100],
  ] as const) {
    percent = full;
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(storage(page)).toContainText(`${width}.0% · ${words}`);
    for (const text of ["1,234,567", "of 10.0 GB"]) await expect(storage(page)).toContainText(text);
    const bar = page.getByRole("progressbar", { name: "Storage Usage" });
    await expect(bar).toHaveAttribute("aria-valuenow", String(width));
    await expect(bar.locator("> *")).toHaveClass(new RegExp(tone));
    await expectAccessible(page, `/file-manager, ${full} percent full`);
  }
});

test("the File Manager screen distinguishes statistics that are loading from statistics that failed to load", async ({
  page,
  complaints,
}) => {
  let answer = (_: { status: number; json: object }): void => undefined;
  const wait = new Promise<{ status: number; json: object }>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/file-management/stats", async (route) => route.fulfill(await wait));
  await page.goto("/file-manager");
  await expect(storage(page)).toContainText("Loading...");
  await expect(storage(page)).not.toContainText("not available");
  answer({ status: 500, json: {} });
  await expect(storage(page).getByText("not available")).toHaveCount(4);
  await expect(page.getByRole("progressbar", { name: "Storage Usage" })).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
  await expectAccessible(page, "/file-manager without statistics");
  await page.unroute("**/api/file-management/stats");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("progressbar", { name: "Storage Usage" })).toBeVisible();
  complaints.length = 0;
});

test("the File Manager screen shows an error when the list fails to load, and Retry loads it", async ({ page, complaints }) => {
  await page.goto("/file-manager");
  await expect(heading(page)).toBeVisible();
  await page.route("**/api/file-management/all*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByPlaceholder("Search files...").fill("index");
  const place = page.getByRole("main").getByRole("alert");
  await expect(place).toContainText("Failed to load files");
  await expectAccessible(page, "/file-manager without a list");
  await page.unroute("**/api/file-management/all*");
  await place.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("row").filter({ hasText: "index.html" }).first()).toBeVisible();
  complaints.length = 0;
});

test("the File Manager screen shows an empty state without files", async ({ page }) => {
  await page.route("**/api/file-management/all*", (route) => route.fulfill({ json: { files: [], total: 0, nextCursor: null } }));
  await page.goto("/file-manager");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("No files found")).toBeVisible();
  await expect(page.getByText("No files have been uploaded yet")).toBeVisible();
  await expectAccessible(page, "/file-manager without files");
});
