import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
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

test("the API reference runs a call with the session of the signed-in admin", async ({ page, signInAs }) => {
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

test("the API reference is accessible and fits at every width, in both themes", async ({ page, signInAs }) => {
  await signInAs("user");
  await openReference(page);
  await openCall(page, /^Users/, "createAUser");
  await call(page, "createAUser").getByRole("button", { name: "Try it out" }).click();
  await expectGoodEverywhere(page, "a call");
  await page.getByRole("button", { name: "Authorize" }).click();
  await expect(page.getByText("Available authorizations")).toBeVisible();
  // Scripts cannot set the session cookie, so a field for it would have no effect.
  await expect(page.locator(".dialog-ux .auth-container input")).toHaveCount(1);
  const colorOf = (part: string) => page.locator(`.auth-wrapper > .authorize ${part}`).evaluate((node) => getComputedStyle(node).color);
  await expectGoodEverywhere(page, "authorization", async () =>
    expect(await colorOf("svg"), "the lock is as easy to see as the word next to it").toBe(await colorOf("span")),
  );
});
