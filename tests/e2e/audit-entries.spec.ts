import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectFitsLargeText } from "../setup/accessibility";
import { test } from "../setup/browser";
import { insertEvents } from "../setup/product-events";

const mark = `mark${randomUUID().slice(0, 8)}`;

const search = (page: Page) => page.getByPlaceholder("Search events...");

/** Opens the log and waits for hydration: the theme is known then. */
async function openLog(page: Page, path = "/audit-log"): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
}

test.beforeEach(({ signInAs }) => signInAs("superadmin"));

test("the audit log shows an error when the export fails", async ({ page, complaints }) => {
  await openLog(page);
  await page.route("**/api/audit/export?*", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("Failed to export the audit log")).toBeVisible();
  await expectAccessible(page, "an export that failed");
  complaints.length = 0;
});

test("the audit log lists a refused request under the action Access refused", async ({ page, request, baseURL }) => {
  const headers = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
  expect((await request.post(`${baseURL}/api/auth/login`, { data: {}, headers })).status()).toBe(403);
  await openLog(page);
  await page.getByRole("combobox", { name: "Action" }).click();
  await expect(page.getByRole("group", { name: "Refused requests" }).getByRole("option")).toHaveText([
    "All: Refused requests",
    "Access refused",
    "Too many requests",
  ]);
  await page.getByRole("option", { name: "Access refused" }).click();
  await search(page).fill("POST /api/auth/login");
  const event = page.getByRole("table", { name: "Events" }).getByRole("row").nth(1);
  await expect(event).toContainText("Access refused");
  await expect(event).toContainText("POST /api/auth/loginRoute");
  await event.locator("summary").click();
  await expect(event.locator("dl")).toContainText("ReasonThis request was made by another site.");
  await expectAccessible(page, "a refused request");
});

test("a long audit log loads page by page while the user scrolls", async ({ page }) => {
  const long = `long${mark}`;
  const events = Array.from({ length: 120 }, (_, index) => ({
    action: "project.created",
    actorEmail: `jane.${mark}@example.org`,
    targetType: "project",
    targetName: `${long} ${index}`,
    at: new Date(Date.UTC(2025, 0, 1, 0, index)),
  }));
  const removeLong = await insertEvents(events);
  try {
    await openLog(page, `/audit-log?search=${long}`);
    await page.getByText("50 events", { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByText("100 events", { exact: true })).toBeVisible();
    await page.getByText("100 events", { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByText("120 events", { exact: true })).toBeVisible();
    const names = await page.getByRole("row").filter({ hasText: mark }).locator("td:nth-child(4)").allTextContents();
    expect(new Set(names).size).toBe(120);
  } finally {
    await removeLong();
  }
});

test("an event of a long address keeps both columns of its card", async ({ page }) => {
  const remove = await insertEvents([
    { action: "token.created", actorEmail: `settings-${randomUUID()}@example.com`, targetType: "token", targetName: `Nightly ${mark}` },
  ]);
  try {
    await openLog(page, `/audit-log?search=${mark}`);
    await expect(page.getByText(`Nightly ${mark}`)).toBeVisible();
    await expectFitsLargeText(page, "an event of a long address");
  } finally {
    await remove();
  }
});
