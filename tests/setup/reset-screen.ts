import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test as base } from "./browser";
import { resetLinksTo } from "./outbox";
import { insertAccount } from "./product-database";

interface Person {
  email: string;
  password: string;
}

/** `test` with an account of its own, because the test changes the password. */
export const test = base.extend<{ person: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  person: async ({}, use) => {
    const person = { email: `reset-${randomUUID()}@example.com`, password: "the forgotten one" };
    const remove = await insertAccount({ role: "user", name: "Ada Lovelace", ...person });
    await use(person);
    await remove();
  },
});

export const emailOf = (page: Page) => page.getByLabel("Email");
export const newPasswordOf = (page: Page) => page.getByLabel("New Password", { exact: true });
export const confirmationOf = (page: Page) => page.getByLabel("Confirm New Password");
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
/** Alerts inside main. Next.js announces routes in another alert. */
export const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

/** Requests a reset email through the API and returns its link. */
export async function newLink(page: Page, email: string, baseURL: string | undefined): Promise<string> {
  const answer = await page.request.post("/api/auth/forgot-password", { data: { email }, headers: { origin: baseURL ?? "" } });
  expect(answer.status()).toBe(200);
  return (await resetLinksTo(email)).at(-1) ?? "";
}

export async function saveNewPassword(page: Page, newPassword: string, confirmation = newPassword): Promise<void> {
  await newPasswordOf(page).fill(newPassword);
  await confirmationOf(page).fill(confirmation);
  await button(page, "Save Password").click();
}
