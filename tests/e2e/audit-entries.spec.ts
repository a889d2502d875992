import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";

const search = (page: Page) => page.getByPlaceholder("Search events...");

/** Opens the log and waits for hydration: the theme is known then. */
async function openLog(page: Page, path = "/audit-log"): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
}

test.beforeEach(({ signInAs }) => signInAs("superadmin"));

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
