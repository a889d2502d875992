import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test as base } from "../setup/browser";
import { resetLinksTo } from "../setup/outbox";
import { insertAccount } from "../setup/product-database";

const INVALID = "This link is no longer valid. Please request a new one.";

interface Person {
  email: string;
  password: string;
}

/** With somebody of the test's own, who may lose the password. */
const test = base.extend<{ person: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs off the pattern
  person: async ({}, use) => {
    const person = { email: `reset-${randomUUID()}@example.com`, password: "the forgotten one" };
    const remove = await insertAccount({ role: "user", name: "Ada Lovelace", ...person });
    await use(person);
    await remove();
  },
});

const emailOf = (page: Page) => page.getByLabel("Email");
const newPasswordOf = (page: Page) => page.getByLabel("New Password", { exact: true });
const confirmationOf = (page: Page) => page.getByLabel("Confirm New Password");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
/** Next announces routes in an alert of its own. */
const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

async function openResetView(page: Page): Promise<void> {
  await page.goto("/login");
  await button(page, "Forgot Password?").click();
  await expect(title(page, "Reset Password")).toBeVisible();
}

async function askForMail(page: Page, email: string): Promise<void> {
  await openResetView(page);
  await emailOf(page).fill(email);
  await button(page, "Send Reset Link").click();
  await expect(title(page, "Password reset email sent!")).toBeVisible();
}

/** Asks for a mail without the screen. */
async function newLink(page: Page, email: string, baseURL: string | undefined): Promise<string> {
  const answer = await page.request.post("/api/auth/forgot-password", { data: { email }, headers: { origin: baseURL ?? "" } });
  expect(answer.status()).toBe(200);
  return (await resetLinksTo(email)).at(-1) ?? "";
}

async function saveNewPassword(page: Page, newPassword: string, confirmation = newPassword): Promise<void> {
  await newPasswordOf(page).fill(newPassword);
  await confirmationOf(page).fill(confirmation);
  await button(page, "Save Password").click();
}

test.describe("the reset view", () => {
  test("stands where the sign-in screen stands, and leads back to it", async ({ page }) => {
    await page.goto("/login");
    await expect(title(page, "Sign in")).toBeVisible();
    await emailOf(page).fill("ada@example");
    await button(page, "Forgot Password?").click();
    await expect(page).toHaveURL("/login");
    await expect(title(page, "Reset Password")).toBeVisible();
    await expect(page.getByRole("form", { name: "Reset Password" })).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
    // What was typed is most likely the address in question.
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveValue("ada@example");
    await button(page, "Back to Login").click();
    await expect(title(page, "Sign in")).toBeVisible();
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveValue("ada@example");
  });

  test("sends nothing while the address is blank or malformed", async ({ page }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/auth/forgot-password")) calls += 1;
    });
    await openResetView(page);
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    await emailOf(page).fill("   ");
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    await emailOf(page).fill("somebody");
    await emailOf(page).press("Enter");
    await expect(alerts(page)).toHaveText("Please enter a valid email address.");
    await expect(emailOf(page)).toBeFocused();
    await expect(emailOf(page)).toHaveAccessibleDescription("Please enter a valid email address.");
    await emailOf(page).fill("");
    await expect(alerts(page)).toHaveText("Email address is required.");
    await expect(button(page, "Send Reset Link")).toBeDisabled();
    expect(calls).toBe(0);
  });

  test("says so while it is sending, and what comes then", async ({ page, person }) => {
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

  test("says the same of an address that nobody has", async ({ page }) => {
    const email = `nobody-${randomUUID()}@example.com`;
    await askForMail(page, email);
    await expect(page.getByRole("main")).toContainText(`If an account exists for ${email}, instructions`);
    await button(page, "Back to Login").click();
    await expect(title(page, "Sign in")).toBeVisible();
  });

  test("says what the server says, else what its status means", async ({ page, complaints }) => {
    const answers: [number, unknown, string][] = [
      [
        429,
        { message: "Too many password reset requests. Please try again later." },
        "Too many password reset requests. Please try again later.",
      ],
      [404, {}, "No account found with this email address."],
      [400, {}, "Please enter a valid email address."],
      [500, {}, "Server error. Please try again later."],
      [502, {}, "Network error. Please check your connection and try again."],
      // Presence of a message is what marks success.
      [200, {}, "Network error. Please check your connection and try again."],
    ];
    let answer: [number, unknown, string] = [500, {}, ""];
    await page.route("**/api/auth/forgot-password", (route) => route.fulfill({ status: answer[0], json: answer[1] }));
    await openResetView(page);
    await emailOf(page).fill("somebody@example.com");
    for (answer of answers) {
      await button(page, "Send Reset Link").click();
      await expect(alerts(page)).toHaveText(answer[2]);
    }
    complaints.length = 0;
  });

  test("tells a server that is away from a machine that is offline", async ({ page, context, complaints }) => {
    await openResetView(page);
    await page.route("**/api/auth/forgot-password", (route) => route.abort("connectionrefused"));
    await emailOf(page).fill("somebody@example.com");
    await button(page, "Send Reset Link").click();
    await expect(alerts(page)).toHaveText("Cannot connect to server. Please check if the server is running.");
    await context.setOffline(true);
    await button(page, "Send Reset Link").click();
    await expect(alerts(page)).toHaveText("Network error. Please check your connection and try again.");
    complaints.length = 0;
  });
});

test.describe("the link of a mail", () => {
  test("leads from a forgotten password to a new one, by keyboard alone", async ({ page, person }) => {
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
    await expect(newPasswordOf(page)).toHaveAttribute("placeholder", "min 8 characters");
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

  test("says what is wrong with a new password, and shows what was typed when asked", async ({ page, person, baseURL }) => {
    await page.goto(await newLink(page, person.email, baseURL));
    await button(page, "Save Password").click();
    await expect(alerts(page)).toHaveText(["New password must be at least 8 characters long"]);
    await expect(newPasswordOf(page)).toBeFocused();
    await saveNewPassword(page, "seven 7", "other");
    await expect(alerts(page)).toHaveText(["New password must be at least 8 characters long"]);
    await newPasswordOf(page).fill("long enough");
    await expect(alerts(page)).toHaveText(["New passwords do not match"]);
    await expect(confirmationOf(page)).toHaveAccessibleDescription("New passwords do not match");
    await confirmationOf(page).fill("long enough");
    await expect(alerts(page)).toHaveCount(0);
    const shows = page.getByRole("button", { name: /^Show/ });
    await expect(shows).toHaveCount(2);
    await shows.first().click();
    await expect(newPasswordOf(page)).toHaveAttribute("type", "text");
    await expect(confirmationOf(page)).toHaveAttribute("type", "password");
  });

  test("survives being looked at, and an answer that did not come", async ({ page, person, baseURL, complaints }) => {
    const link = await newLink(page, person.email, baseURL);
    for (let look = 0; look < 2; look += 1) await page.request.get(link);
    await page.goto(link);
    await page.route("**/api/auth/reset-password", (route) => route.abort("connectionrefused"));
    await saveNewPassword(page, "a better one");
    await expect(alerts(page)).toHaveText("Cannot connect to server. Please check if the server is running.");
    await page.unroute("**/api/auth/reset-password");
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, json: {} }));
    await button(page, "Save Password").click();
    await expect(alerts(page)).toHaveText("Server error. Please try again later.");
    await page.unroute("**/api/auth/reset-password");
    await button(page, "Save Password").click();
    await expect(title(page, "Password changed successfully")).toBeVisible();
    complaints.length = 0;
  });

  test("is good once, and leads to another one when it is used up", async ({ page, person, baseURL }) => {
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

  test("says the same of everything that is no link", async ({ page }) => {
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

  test("works for who is signed in, and signs out everywhere", async ({ page, person, baseURL }) => {
    const answer = await page.request.post("/api/auth/login", { data: person, headers: { origin: baseURL ?? "" } });
    expect(answer.status()).toBe(200);
    await page.goto(await newLink(page, person.email, baseURL));
    await saveNewPassword(page, "a better one");
    await expect(page.getByRole("main")).toContainText("You have been signed out on every device.");
    await page.goto("/projects");
    await expect(page).toHaveURL(/\/login/);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on any view, ${colorScheme}, ${width} px`, async ({ page, person }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      const expectGood = async (what: string) => {
        await expectAccessible(page, what);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, what).toBe(0);
      };
      await openResetView(page);
      await expectGood("the empty form");
      await emailOf(page).fill("somebody");
      await button(page, "Send Reset Link").click();
      await expect(alerts(page)).toHaveCount(1);
      await expectGood("a malformed address");
      await askForMail(page, person.email);
      await expectGood("the mail is sent");
      const [link = ""] = await resetLinksTo(person.email);
      await page.goto(link);
      await saveNewPassword(page, "long enough", "something else");
      await expect(alerts(page)).toHaveCount(1);
      await expectGood("passwords that do not match");
      await saveNewPassword(page, "long enough");
      await expect(title(page, "Password changed successfully")).toBeVisible();
      await expectGood("the password is changed");
      await page.goto(link);
      await expectGood("a link that is no longer valid");
    });
  }
}
