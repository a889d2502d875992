import { expect } from "@playwright/test";
import { test } from "../setup/browser";

test("the dashboard of a user leads to the sign-in screen and back after the session has ended", async ({ page, signInAs, baseURL }) => {
  await signInAs("user");
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: /^Total Projects ?\d/ })).toBeVisible();
  const ended = await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
  expect(ended.status()).toBe(200);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("main").getByRole("alert").getByRole("button", { name: "Log In" }).first().click();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent("/dashboard")}`);
});
