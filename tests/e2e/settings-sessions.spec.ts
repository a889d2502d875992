import { expect } from "@playwright/test";
import { FIREFOX, notice, PHONE, sessionList, sessionRows, signInElsewhere, test } from "../setup/settings-screen";

test("the Settings screen lists sessions with their devices and ends one or all others", async ({ page, browser, baseURL, settingsOf }) => {
  const person = await settingsOf("admin");
  await expect(sessionRows(page)).toHaveCount(1);
  await expect(page.getByText("This device only")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all other sessions" })).toBeHidden();
  const phone = await signInElsewhere(browser, person, baseURL, PHONE);
  await phone.goto("/settings");
  await expect(sessionRows(phone).first()).toContainText("Chrome on Android");
  const others = [await signInElsewhere(browser, person, baseURL, FIREFOX), await signInElsewhere(browser, person, baseURL, "curl/8.14.1")];

  await page.reload();
  await expect(sessionRows(page)).toHaveCount(4);
  const mine = sessionRows(page).first();
  await expect(mine).toContainText("Chrome on Linux");
  await expect(mine).toContainText("This device");
  await expect(mine).toContainText("Last seen just now");
  await expect(mine.getByText("just now")).toHaveAttribute("title", /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M$/);
  await expect(mine.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("This device", { exact: true })).toHaveCount(1);
  await expect(page.getByText("This device and 3 other sessions")).toBeVisible();
  await expect(sessionRows(page).filter({ hasText: "API client" })).toContainText(/127\.0\.0\.1|::1/);

  await sessionRows(page).filter({ hasText: "Chrome on Android" }).getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Session ended.")).toBeVisible();
  await expect(sessionRows(page)).toHaveCount(3);
  await expect(sessionList(page)).toBeFocused();
  await phone.goto("/settings");
  await expect(phone).toHaveURL(/\/\?next=/);

  await page.getByRole("button", { name: "End all other sessions" }).click();
  const question = page.getByRole("alertdialog", { name: "End all other sessions?" });
  await expect(question).toContainText("2 other sessions");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(sessionRows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await question.getByRole("button", { name: "End sessions" }).click();
  await expect(notice(page, "All other sessions were ended.")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(sessionRows(page)).toHaveCount(1);
  for (const other of others) expect((await other.request.get("/api/auth/me")).status()).toBe(401);
  for (const other of [phone, ...others]) await other.context().close();
});
