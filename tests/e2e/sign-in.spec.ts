import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
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

test.describe("the sign-in screen", () => {
  for (const path of ["/", "/login"]) {
    test(`opens at ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("banner").getByText("Sea-Vision")).toBeVisible();
      await expect(page.getByRole("banner").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
      await expect(emailOf(page)).toBeVisible();
      await expect(logIn(page)).toBeVisible();
    });
  }

  test("shows field errors without a server request", { tag: "@main" }, async ({ page }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/auth/login")) calls += 1;
    });
    await page.goto("/login");
    await logIn(page).click();
    await expect(alerts(page)).toHaveText(["Please enter a valid email address.", "Please enter your password."]);
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveAccessibleDescription("Please enter a valid email address.");
    for (const email of ["person", "person@example", "person@example.c", "a b@example.com"]) {
      await emailOf(page).fill(email);
      await expect(alerts(page).first()).toHaveText("Please enter a valid email address.");
    }
    await emailOf(page).fill(" person@example.com ");
    await expect(alerts(page)).toHaveText(["Please enter your password."]);
    expect(calls).toBe(0);
  });

  test("shows and hides the password", async ({ page }) => {
    await page.goto("/login");
    await passwordOf(page).fill("secret");
    await expect(passwordOf(page)).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(passwordOf(page)).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(passwordOf(page)).toHaveAttribute("type", "password");
  });

  test("shows a busy button while it signs in, and for five seconds an error for wrong credentials", { tag: "@main" }, async ({ page }) => {
    await page.clock.install();
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/api/auth/login", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/login");
    await fillAndSubmit(page, { email: "unknown@example.com", password: "wrong" });
    await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
    // From here on, only runFor moves the time.
    await page.clock.pauseAt(Date.now() + 60_000);
    letThrough();
    await expect(alerts(page)).toHaveText("Invalid credentials.");
    await expect(logIn(page)).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(alerts(page)).toHaveText("Invalid credentials.");
    await page.clock.runFor(200);
    await expect(alerts(page)).toHaveCount(0);
    for (const field of [emailOf(page), passwordOf(page)]) await expect(field).toHaveAttribute("aria-invalid", "true");
    await passwordOf(page).fill("another");
    await expect(passwordOf(page)).not.toHaveAttribute("aria-invalid");
  });

  test("shows the waiting time after too many attempts without a layout shift", { tag: "@main" }, async ({ page }) => {
    await page.goto("/login");
    const tops = async () => [(await emailOf(page).boundingBox())?.y, (await logIn(page).boundingBox())?.y];
    const before = await tops();
    await page.route("**/api/auth/login", (route) =>
      route.fulfill({
        status: 429,
        headers: { "Retry-After": "900" },
        json: { message: "Too many sign-in attempts. Please try again later." },
      }),
    );
    await fillAndSubmit(page, { email: "unknown@example.com", password: "any" });
    await expect(alerts(page)).toHaveText("Too many sign-in attempts. Please try again in 15 minutes.");
    expect(await tops()).toEqual(before);
  });

  test("distinguishes an unreachable server from an offline browser", async ({ page, context, complaints }) => {
    await page.goto("/login");
    await page.route("**/api/auth/login", (route) => route.abort("connectionrefused"));
    await fillAndSubmit(page, { email: "unknown@example.com", password: "any" });
    await expect(alerts(page)).toHaveText("Cannot connect to server. Please check if the server is running.");
    await context.setOffline(true);
    await logIn(page).click();
    await expect(alerts(page)).toHaveText("Network error. Please check your connection and try again.");
    complaints.length = 0;
  });

  test("treats a response without a token as a failure", async ({ page }) => {
    await page.goto("/login");
    await page.route("**/api/auth/login", (route) => route.fulfill({ json: { message: "Login successful." } }));
    await fillAndSubmit(page, firstSignIn("user"));
    await expect(alerts(page)).toHaveText("Login failed. Please try again.");
  });

  test("works with the keyboard alone and redirects a signed-in user", { tag: "@main" }, async ({ page }) => {
    const { email, password } = firstSignIn("admin");
    await page.goto("/");
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

  test("leads back to the requested screen, but never to another site", { tag: "@main" }, async ({ page, baseURL }) => {
    await page.goto("/projects?mode=create");
    await expect(page).toHaveURL(/\/login\?next=/);
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
    await expect(page).toHaveURL(/\/login/);
    await expect(emailOf(page)).toBeVisible();
  });
});

test("an unknown path shows a visitor 404 Not Found with status 404", async ({ page }) => {
  const answer = await page.goto("/no/such/screen");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Not Found" })).toBeVisible();
});

test("the sign-in screen is accessible and fits at every width, in both themes", { tag: "@main" }, async ({ page }) => {
  await page.goto("/login");
  await logIn(page).click();
  await expect(alerts(page)).toHaveCount(2);
  await expectGoodEverywhere(page, "sign-in with errors");
});
