import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";

test("the API reference makes a call with the session of the signed-in admin", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/settings");
  await page.getByRole("link", { name: "Open the API reference" }).click();
  await expect(page).toHaveURL(/\/api-docs$/);
  await page.getByRole("link", { name: "Sign-in", exact: true }).click();
  await expect(page).toHaveURL(/\/api-docs\?group=Sign-in$/);
  await page.getByRole("heading", { name: "Get my account" }).click();
  await page.getByText("Try it with your session").click();
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect(page.getByRole("status").filter({ hasText: "200 OK" })).toContainText('"role":"admin"');
});

test("the API reference is accessible and fits at every width, in both themes", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/api-docs");
  await expect(page.getByRole("heading", { name: "Introduction" })).toBeVisible();
  await page.getByText("Signing in", { exact: true }).click();
  await expectGoodEverywhere(page, "the introduction");
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("heading", { name: "Create a user" }).click();
  await page.getByText("Try it with your session").click();
  await expectGoodEverywhere(page, "a call");
});
