import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";

const call = (page: Page, id: string) => page.locator(`[id^="operations-"][id$="-${id}"]`);

async function openReference(page: Page): Promise<void> {
  await page.goto("/api-docs");
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Projects/ })).toBeVisible({ timeout: 60_000 });
}

async function openCall(page: Page, tag: RegExp, id: string): Promise<void> {
  await page.getByRole("heading", { name: tag }).click();
  await call(page, id).locator(".opblock-summary-control").click();
  await expect(call(page, id).getByRole("button", { name: "Try it out" })).toBeVisible();
}

test("the API reference runs a call with the session of the signed-in admin", { tag: "@main" }, async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/settings");
  await page.getByRole("link", { name: "Open the API reference" }).click();
  await expect(page).toHaveURL(/\/api-docs$/);
  await openReference(page);
  await openCall(page, /^Sign-in/, "getMyAccount");
  const me = call(page, "getMyAccount");
  await me.getByRole("button", { name: "Try it out" }).click();
  const answered = page.waitForResponse("**/api/auth/me");
  await me.getByRole("button", { name: "Execute" }).click();
  expect((await answered).status()).toBe(200);
  await expect(me.locator(".live-responses-table")).toContainText('"role": "admin"');
});
