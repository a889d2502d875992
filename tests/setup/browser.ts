/**
 * `test` of the browser's tests. It signs in as one of the accounts of the first run, and fails a test whose pages
 * wrote an error to the console, threw one, or were answered with 5xx.
 */
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { firstSignIn } from "./first-sign-in";

/** An answer of 4xx is often what a test is about, and the browser notes each as an error. */
const EXPECTED_NOTE = /^Failed to load resource: the server responded with a status of 4\d\d/;

interface Fixtures {
  /** Signs the page's browser in with the first run's account of that role, past the sign-in screen. */
  signInAs(role: Role): Promise<void>;
  /** Complaints so far; a test that provokes one on purpose empties it. */
  complaints: string[];
}

/** Signs in with the first run's account of that role. The browser of `request` keeps the session. */
export async function signIn(request: APIRequestContext, role: Role, baseURL: string | undefined): Promise<void> {
  // A page's own calls name its origin; a call made from here has to do so itself.
  const answer = await request.post("/api/auth/login", { data: firstSignIn(role), headers: { origin: baseURL ?? "" } });
  expect(answer.status()).toBe(200);
}

function listen(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED_NOTE.test(message.text())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("page", (page) => listen(page, complaints));
      await use(complaints);
      expect(complaints, "complaints of the pages").toEqual([]);
    },
    { auto: true },
  ],
  signInAs: async ({ page, baseURL }, use) => {
    await use(async (role) => {
      await signIn(page.request, role, baseURL);
    });
  },
});
