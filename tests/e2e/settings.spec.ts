import { expect } from "@playwright/test";
import { holdBack, notice, sidebar, test } from "../setup/settings-screen";

test("the profile of a user saves the name, shows it immediately and keeps the email address", { tag: "@main" }, async ({
  page,
  settingsOf,
}) => {
  const { email, name } = await settingsOf("user");
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Full Name").fill(" Grace  Hopper");
  await page.getByLabel("Full Name").press("Enter");
  await expect(notice(page, "Profile updated successfully")).toBeVisible();
  await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Grace Hopper");
  await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
});

test("the setting for mails waits for hydration, and is stored", async ({ page, settingsOf }) => {
  await settingsOf("user");
  const letThrough = await holdBack(page, "**/_next/static/**/*.js");
  await page.goto("/settings", { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: "Email me when a map is assigned to me" });
  await expect(box).toBeChecked();
  await expect(box.click({ timeout: 1_000 })).rejects.toThrow("intercepts pointer events");
  await expect(box).toBeChecked();
  letThrough();
  const saved = page.waitForResponse("**/api/user/preferences");
  await box.uncheck();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(box).not.toBeChecked();
});
