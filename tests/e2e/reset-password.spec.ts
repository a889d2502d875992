import { expect } from "@playwright/test";
import { expectGood } from "../setup/accessibility";
import { resetLinksTo } from "../setup/outbox";
import { alerts, button, confirmationOf, emailOf, newLink, newPasswordOf, saveNewPassword, test, title } from "../setup/reset-screen";

const INVALID = "This link is no longer valid. Please request a new one.";

test.describe("the password reset link", () => {
  test("sets a new password with the keyboard alone", { tag: "@main" }, async ({ page, person }) => {
    await page.goto("/login");
    await button(page, "Forgot Password?").focus();
    await page.keyboard.press("Enter");
    await expect(emailOf(page)).toBeFocused();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Enter");
    await expect(title(page, "Password reset email sent!")).toBeFocused();
    const [link = ""] = await resetLinksTo(person.email);

    const opened = await page.goto(link);
    expect(opened?.headers()["cache-control"]).toContain("no-store");
    expect(opened?.headers()["referrer-policy"]).toBe("strict-origin");
    await expect(title(page, "Reset Password")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Choose a new password for ${person.email}.`);
    await expectGood(page, "the reset of a password");
    await newPasswordOf(page).focus();
    await page.keyboard.type("a better one");
    await confirmationOf(page).focus();
    await page.keyboard.type("a better one");
    await page.keyboard.press("Enter");
    await expect(title(page, "Password changed successfully")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(title(page, "Sign in")).toBeVisible();
    await emailOf(page).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("a better one");
    await button(page, "Log In").click();
    await expect(page).not.toHaveURL(/login/);
  });

  test("works once and leads to a request for a new link afterwards", async ({ page, person, baseURL }) => {
    const link = await newLink(page, person.email, baseURL);
    await page.goto(link);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(link);
    await saveNewPassword(elsewhere, "the first one");
    await expect(title(elsewhere, "Password changed successfully")).toBeVisible();

    await saveNewPassword(page, "the second one");
    await expect(alerts(page)).toHaveText(INVALID);
    await expect(title(page, "Reset Password")).toBeFocused();
    await page.goto(link);
    await expect(page.getByRole("main")).toContainText(INVALID);
    await expect(newPasswordOf(page)).toHaveCount(0);
    await button(page, "Request a New Link").click();
    await expect(emailOf(page)).toBeFocused();
    await emailOf(page).fill(person.email);
    await button(page, "Send Reset Link").click();
    await expect(title(page, "Password reset email sent!")).toBeVisible();
    const [, next = ""] = await resetLinksTo(person.email, 2);
    await button(page, "Back to Login").click();
    await expect(page).toHaveURL("/login");
    await page.goto(next);
    await saveNewPassword(page, "the second one");
    await expect(title(page, "Password changed successfully")).toBeVisible();
  });

  test("does not leak its token in the Referer header", async ({ page, person, baseURL }) => {
    const link = await newLink(page, person.email, baseURL);
    const referers: Promise<string | undefined>[] = [];
    page.on("request", (request) => referers.push(request.allHeaders().then(({ referer }) => referer)));
    await page.goto(link, { waitUntil: "networkidle" });
    await saveNewPassword(page, "a better one");
    await expect(title(page, "Password changed successfully")).toBeVisible();
    const seen = new Set(await Promise.all(referers));
    expect([...seen].filter((referer) => referer !== undefined)).toEqual([`${baseURL}/`]);
  });

  test("shows the same message for every invalid token", async ({ page }) => {
    for (const path of [
      "/reset-password",
      "/reset-password?token=",
      "/reset-password?token=a&token=b",
      `/reset-password?token=${"a".repeat(43)}`,
    ]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("main")).toContainText(INVALID);
    }
    await page.getByRole("link", { name: "Back to Login" }).click();
    await expect(title(page, "Sign in")).toBeVisible();
  });

  test("works for a signed-in user and ends every session", async ({ page, person, baseURL }) => {
    const answer = await page.request.post("/api/auth/login", { data: person, headers: { origin: baseURL ?? "" } });
    expect(answer.status()).toBe(200);
    await page.goto(await newLink(page, person.email, baseURL));
    await saveNewPassword(page, "a better one");
    await expect(page.getByRole("main")).toContainText("You are signed out on all devices.");
    await page.goto("/projects");
    await expect(page).toHaveURL(/\/\?next=/);
  });
});
