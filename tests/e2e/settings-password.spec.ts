import { expect } from "@playwright/test";
import { discardQuestion } from "../setup/discard-changes";
import {
  FIREFOX,
  fillPasswords,
  holdBack,
  notice,
  openPasswordDialog,
  PHONE,
  passwordDialog,
  passwordField,
  savePasswordButton,
  sessionRows,
  signInElsewhere,
  test,
} from "../setup/settings-screen";

test("the password dialog ends the other sessions, shows their number and keeps this session", async ({
  page,
  browser,
  baseURL,
  settingsOf,
}) => {
  const person = await settingsOf("user");
  const [phone, desk] = [await signInElsewhere(browser, person, baseURL, PHONE), await signInElsewhere(browser, person, baseURL, FIREFOX)];
  await phone.goto("/projects");
  await page.reload();
  await expect(sessionRows(page)).toHaveCount(3);

  await openPasswordDialog(page);
  await fillPasswords(page, "a guess", "the new one");
  await savePasswordButton(page).click();
  await expect(passwordField(page, "Current Password")).toHaveAccessibleDescription("Current password is incorrect");
  await expect(passwordField(page, "Current Password")).toBeFocused();

  const letThrough = await holdBack(page, "**/api/user/change-password");
  await passwordField(page, "Current Password").fill(person.password);
  await savePasswordButton(page).click();
  await expect(savePasswordButton(page)).toHaveText("Changing...");
  await expect(savePasswordButton(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(passwordDialog(page)).toBeVisible();
  letThrough();
  await expect(notice(page, "Password changed successfully")).toBeVisible();
  await expect(passwordDialog(page)).toBeHidden();
  await expect(notice(page, "Your password was changed, and 2 other sessions were ended.")).toBeVisible();
  await expect(sessionRows(page)).toHaveCount(1);

  expect((await desk.request.get("/api/auth/me")).status()).toBe(401);
  await phone.goto("/projects");
  await expect(phone).toHaveURL(/\/\?next=/);
  await page.reload();
  await expect(sessionRows(page)).toHaveCount(1);
  for (const { status, password } of [
    { status: 401, password: person.password },
    { status: 200, password: "the new one" },
  ]) {
    const answer = await desk.request.post("/api/auth/login", {
      data: { email: person.email, password },
      headers: { origin: baseURL ?? "" },
    });
    expect(answer.status()).toBe(status);
  }
  await phone.context().close();
  await desk.context().close();
});

test("Back asks before it discards the passwords typed in the dialog", async ({ page, settingsOf }) => {
  await settingsOf("user");
  await page.getByRole("complementary").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("complementary").getByRole("link", { name: "Settings" }).click();
  await openPasswordDialog(page);
  await fillPasswords(page, "the old one", "the new one");
  await page.evaluate(() => window.history.back());
  await expect(discardQuestion(page)).toBeVisible();
  await discardQuestion(page).getByRole("button", { name: "Keep Editing" }).click();
  await expect(discardQuestion(page)).toBeHidden();
  await expect(passwordField(page, "New Password")).toHaveValue("the new one");
});

test("the password dialog saves the typed passwords after the user signs in again in a popup", async ({ page, baseURL, settingsOf }) => {
  const { email, password } = await settingsOf("user");
  await openPasswordDialog(page);
  await fillPasswords(page, password, "the new one");
  expect((await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } })).status()).toBe(200);
  await savePasswordButton(page).click();
  await expect(passwordDialog(page).getByRole("alert")).toContainText("Your changes are still here.");
  const [other] = await Promise.all([page.waitForEvent("popup"), passwordDialog(page).getByRole("link", { name: "Log In" }).click()]);
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Log In" }).click();
  await expect(other).toHaveURL("/dashboard");
  await savePasswordButton(page).click();
  await expect(notice(page, "Password changed successfully")).toBeVisible();
});
