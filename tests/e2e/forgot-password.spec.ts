import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { alerts, button, emailOf, openResetView, requestResetEmail, test, title } from "../setup/reset-screen";

test.describe("the reset view", () => {
  test("replaces the sign-in form and leads back to it", async ({ page }) => {
    await page.goto("/login");
    await expect(title(page, "Sign in")).toBeVisible();
    await emailOf(page).fill("ada@example");
    await button(page, "Forgot Password?").click();
    await expect(page).toHaveURL("/login");
    await expect(title(page, "Reset Password")).toBeVisible();
    await expect(page.getByRole("form", { name: "Reset Password" })).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
    // The view takes over the email address typed in the sign-in form.
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveValue("ada@example");
    await button(page, "Back to Login").click();
    await expect(title(page, "Sign in")).toBeVisible();
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveValue("ada@example");
  });

  test("sends no request while the email address is blank or malformed", async ({ page }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/auth/forgot-password")) calls += 1;
    });
    await openResetView(page);
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    await emailOf(page).fill("   ");
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    await emailOf(page).fill("person");
    await emailOf(page).press("Enter");
    await expect(alerts(page)).toHaveText("Please enter a valid email address.");
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveAccessibleDescription("Please enter a valid email address.");
    await emailOf(page).fill("");
    await expect(alerts(page)).toHaveText("Email address is required.");
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    expect(calls).toBe(0);
  });

  test("shows a busy button while it sends and then the next step", async ({ page, person }) => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    let calls = 0;
    await page.route("**/api/auth/forgot-password", async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await openResetView(page);
    await emailOf(page).fill(` ${person.email} `);
    await button(page, "Send Reset Link").click();
    const busy = button(page, "Sending Reset Link...");
    await expect(busy).toBeDisabled();
    await emailOf(page).press("Enter");
    letThrough();
    await expect(title(page, "Password reset email sent!")).toBeFocused();
    expect(calls).toBe(1);
    const main = page.getByRole("main");
    await expect(main).toContainText(
      `If an account exists for ${person.email}, instructions to reset the password will arrive within minutes.`,
    );
    await expect(main).toContainText("check your spam folder");
    await button(page, "Send to a different email?").click();
    await expect(title(page, "Reset Password")).toBeVisible();
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveValue("");
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    await button(page, "Back to Login").click();
    await expect(title(page, "Sign in")).toBeVisible();
  });

  test("shows the same message for an email address without an account", async ({ page }) => {
    const email = `unknown-${randomUUID()}@example.com`;
    await requestResetEmail(page, email);
    await expect(page.getByRole("main")).toContainText(`If an account exists for ${email}, instructions`);
    await button(page, "Back to Login").click();
    await expect(title(page, "Sign in")).toBeVisible();
  });

  test("shows the server's message, or a message for the status code", async ({ page, complaints }) => {
    const answers: [number, unknown, string][] = [
      [
        429,
        { message: "Too many password reset requests. Please try again later." },
        "Too many password reset requests. Please try again later.",
      ],
      [502, {}, "Network error. Please check your connection and try again."],
      [404, {}, "No account found with this email address."],
      [400, {}, "Please enter a valid email address."],
      [500, {}, "Server error. Please try again later."],
      // A success response must contain a message.
      [200, {}, "Network error. Please check your connection and try again."],
    ];
    let answer: [number, unknown, string] = [500, {}, ""];
    await page.route("**/api/auth/forgot-password", (route) => route.fulfill({ status: answer[0], json: answer[1] }));
    await openResetView(page);
    await emailOf(page).fill("person@example.com");
    for (answer of answers) {
      await button(page, "Send Reset Link").click();
      await expect(alerts(page)).toHaveText(answer[2]);
    }
    complaints.length = 0;
  });

  test("distinguishes an unreachable server from an offline browser", async ({ page, context, complaints }) => {
    await openResetView(page);
    await page.route("**/api/auth/forgot-password", (route) => route.abort("connectionrefused"));
    await emailOf(page).fill("person@example.com");
    await button(page, "Send Reset Link").click();
    await expect(alerts(page)).toHaveText("Cannot connect to server. Please check if the server is running.");
    await context.setOffline(true);
    await button(page, "Send Reset Link").click();
    await expect(alerts(page)).toHaveText("Network error. Please check your connection and try again.");
    complaints.length = 0;
  });
});
