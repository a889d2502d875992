import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { test as base } from "./browser";
import { insertAccount } from "./product-database";

interface Person {
  name: string;
  email: string;
  password: string;
}

interface Fixtures {
  /** Creates an account for this test only, signs in and opens its settings. */
  settingsOf(role: Role): Promise<Person>;
}

export const test = base.extend<Fixtures>({
  settingsOf: async ({ page, baseURL }, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (role) => {
      const person = { name: `Ada ${role}`, email: `settings-${randomUUID()}@example.com`, password: "the old one" };
      removals.push(await insertAccount({ role, ...person }));
      await signIn(page, person, baseURL);
      await page.goto("/settings");
      await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
      return person;
    });
    for (const remove of removals) await remove();
  },
});

async function signIn(page: Page, { email, password }: Person, baseURL = ""): Promise<void> {
  const answer = await page.request.post("/api/auth/login", { data: { email, password }, headers: { origin: baseURL } });
  expect(answer.status()).toBe(200);
}

/** Signs the same account in on another device. */
export async function signInElsewhere(browser: Browser, person: Person, baseURL: string | undefined, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent });
  const page = await context.newPage();
  await signIn(page, person, baseURL);
  return page;
}

export const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36";
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

export const saveButton = (page: Page) => page.getByRole("button", { name: /^Save Changes$|^Saving\.\.\.$/ });
export const sidebar = (page: Page) => page.getByRole("complementary");
export const passwordDialog = (page: Page) => page.getByRole("dialog", { name: "Change Password" });
/** Matches the label with or without the asterisk of a required field. */
export const passwordField = (page: Page, label: string) => passwordDialog(page).getByLabel(new RegExp(`^${label}( \\*)?$`));
export const savePasswordButton = (page: Page) => passwordDialog(page).getByRole("button", { name: /^Save Password$|^Changing\.\.\.$/ });
export const sessionList = (page: Page) => page.getByRole("list", { name: "Your sessions" });
/** Rows of the list. Each row contains a nested list. */
export const sessionRows = (page: Page): Locator => sessionList(page).locator("> li");
export const notice = (page: Page, message: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: message });

export async function openPasswordDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(passwordField(page, "Current Password")).toBeFocused();
}

/**
 * Waits for the timer with which react-hook-form focuses the first invalid field again.
 * Text typed into another field at that moment would go to the invalid field. Timers run in order, so a new timer runs after it.
 */
export async function focusSettled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

export async function fillPasswords(page: Page, current: string, next: string, confirmation = next): Promise<void> {
  await focusSettled(page);
  await passwordField(page, "Current Password").fill(current);
  await passwordField(page, "New Password").fill(next);
  await passwordField(page, "Confirm New Password").fill(confirmation);
}

/** Delays requests to a path. @returns a function that lets them continue */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
