import { expect, type Page } from "@playwright/test";
import { expectGood } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";

const emailOf = (page: Page) => page.getByLabel("Email");
const passwordOf = (page: Page) => page.getByLabel("Password", { exact: true });
const logIn = (page: Page) => page.getByRole("button", { name: "Log In" });
/** Next.js announces routes in an alert outside of main. */
const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

async function fillAndSubmit(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await emailOf(page).fill(email);
  await passwordOf(page).fill(password);
  await logIn(page).click();
}

async function expectShown(page: Page): Promise<void> {
  await expect(page.getByRole("banner").getByText("Sea-Vision")).toBeVisible();
  await expect(page.getByRole("banner").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(emailOf(page)).toBeVisible();
  await expect(logIn(page)).toBeVisible();
}

test.describe("the sign-in screen", () => {
  test("works with the keyboard alone and redirects a signed-in user", { tag: "@main" }, async ({ page }) => {
    const { email, password } = firstSignIn("admin");
    await page.goto("/");
    await expectShown(page);
    await expectGood(page, "sign-in");
    await emailOf(page).focus();
    await page.keyboard.type(` ${email} `);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    await page.goto("/login");
    await expect(page).toHaveURL("/dashboard");
  });

  test("leads back to the requested screen, but never to another site", async ({ page, baseURL }) => {
    await page.goto("/projects?mode=create");
    await expect(page).toHaveURL(/\/\?next=/);
    await expectShown(page);
    await fillAndSubmit(page, { email: "unknown@example.com", password: "wrong" });
    await expect(alerts(page)).toHaveText("Invalid credentials.");
    await fillAndSubmit(page, firstSignIn("admin"));
    await expect(page).toHaveURL("/projects?mode=create");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/login?next=//example.com/projects");
    await fillAndSubmit(page, firstSignIn("admin"));
    await expect(page).toHaveURL(`${baseURL}/dashboard`);
  });

  test("stays open on Back after Logout", async ({ page, signInAs }) => {
    await signInAs("user");
    await page.goto("/projects");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await page.goBack();
    await expect(page).toHaveURL(/\/\?next=/);
    await expect(emailOf(page)).toBeVisible();
  });
});

test("an unknown path shows a visitor 404 Not Found with status 404", async ({ page }) => {
  const answer = await page.goto("/no/such/screen");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Not Found" })).toBeVisible();
});
