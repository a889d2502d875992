import { expect } from "@playwright/test";
import { discardChanges, discardQuestion } from "../setup/discard-changes";
import {
  FIREFOX,
  fillPasswords,
  focusSettled,
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

test("the password dialog of a user shows its errors in the specified order", async ({ page, settingsOf }) => {
  const { password } = await settingsOf("user");
  await openPasswordDialog(page);
  await expect(passwordField(page, "New Password")).toHaveAttribute("placeholder", "min 8 characters");
  const alerts = passwordDialog(page).getByRole("alert");
  await savePasswordButton(page).click();
  await expect(alerts).toHaveText(["Current password is required"]);
  await fillPasswords(page, password, "", "x");
  await savePasswordButton(page).click();
  await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
  await fillPasswords(page, password, "seven77");
  await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
  await fillPasswords(page, password, "the new one", "another one");
  await savePasswordButton(page).click();
  await expect(alerts).toHaveText(["New passwords do not match"]);
  await expect(passwordField(page, "Confirm New Password")).toBeFocused();
  await expect(passwordField(page, "Confirm New Password")).toHaveAccessibleDescription("New passwords do not match");
});

for (const role of ["admin", "superadmin"] as const) {
  test(`the password dialog of a ${role} shows its errors in the specified order`, async ({ page, settingsOf }) => {
    const { password } = await settingsOf(role);
    await openPasswordDialog(page);
    for (const label of ["Current Password", "New Password", "Confirm New Password"]) {
      await expect(passwordField(page, label)).toHaveAttribute("required");
      await expect(savePasswordButton(page)).toBeDisabled();
      await passwordField(page, label).fill("seven77");
    }
    await expect(passwordDialog(page).getByText("*")).toHaveCount(3);
    const alerts = passwordDialog(page).getByRole("alert");
    await savePasswordButton(page).click();
    await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
    await fillPasswords(page, password, password, "the new one");
    await savePasswordButton(page).click();
    await expect(alerts).toHaveText(["New passwords do not match"]);
    await fillPasswords(page, password, password);
    await savePasswordButton(page).click();
    await expect(alerts).toHaveText(["New password must be different from current password"]);
    await focusSettled(page);
    await passwordField(page, "Current Password").fill("");
    await expect(savePasswordButton(page)).toBeDisabled();
  });
}

test("the password dialog reveals each password separately and clears them when it closes", async ({ page, settingsOf }) => {
  await settingsOf("user");
  await openPasswordDialog(page);
  await fillPasswords(page, "one", "two", "three");
  await passwordDialog(page).getByRole("button", { name: "Show new password" }).click();
  await expect(passwordField(page, "New Password")).toHaveAttribute("type", "text");
  await expect(passwordField(page, "Current Password")).toHaveAttribute("type", "password");
  await passwordDialog(page).getByRole("button", { name: "Hide new password" }).click();
  await expect(passwordField(page, "New Password")).toHaveAttribute("type", "password");
  await passwordDialog(page).getByRole("button", { name: "Show current password" }).click();
  await passwordDialog(page).getByRole("button", { name: "Show confirmation" }).click();
  await expect(passwordField(page, "Confirm New Password")).toHaveAttribute("type", "text");
  await passwordDialog(page).getByRole("button", { name: "Cancel" }).click();
  await discardQuestion(page).getByRole("button", { name: "Discard" }).click();
  await expect(passwordDialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();
  await openPasswordDialog(page);
  await expect(passwordField(page, "New Password")).toHaveValue("");
  await expect(passwordField(page, "Current Password")).toHaveAttribute("type", "password");
  await page.keyboard.press("Escape");
  await expect(passwordDialog(page)).toBeHidden();
});

test("the password dialog ends the other sessions, shows their number and keeps this session", { tag: "@main" }, async ({
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
  await expect(phone).toHaveURL(/\/login/);
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

test("the password dialog shows why a change failed", async ({ page, settingsOf, complaints }) => {
  await settingsOf("superadmin");
  await openPasswordDialog(page);
  await fillPasswords(page, "the old one", "the new one");
  const alerts = passwordDialog(page).getByRole("alert");
  const path = "**/api/superadmin/change-password";
  await page.route(path, (route) => route.abort("connectionrefused"));
  await savePasswordButton(page).click();
  await expect(alerts).toHaveText(["Error connecting to server"]);
  const answers = [
    { status: 502, body: "no gateway", message: "Failed to change password" },
    {
      status: 429,
      body: JSON.stringify({ message: "Too many wrong passwords. Please try again later." }),
      message: "Too many wrong passwords. Please try again later.",
    },
  ];
  for (const { status, body, message } of answers) {
    await page.unroute(path);
    await page.route(path, (route) => route.fulfill({ status, body }));
    await savePasswordButton(page).click();
    await expect(alerts).toHaveText([message]);
  }
  complaints.length = 0;
});

test("the password dialog ignores clicks outside and asks before it discards typed passwords", async ({ page, settingsOf }) => {
  await settingsOf("user");
  await page.getByRole("complementary").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("complementary").getByRole("link", { name: "Settings" }).click();
  await openPasswordDialog(page);
  await page.mouse.click(5, 5);
  await expect(passwordDialog(page)).toBeVisible();
  await fillPasswords(page, "the old one", "the new one");
  await page.mouse.click(5, 5);
  const question = discardQuestion(page);
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => passwordDialog(page).getByRole("button", { name: "Close" }).click(),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await expect(question).toBeHidden();
    await expect(passwordField(page, "New Password")).toHaveValue("the new one");
  }
  await discardChanges(page);
  await expect(passwordDialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();
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
