/**
 * `test` for browser tests. It signs in as an account of the first run. It fails a test when a page logs a console error,
 * throws, or receives a 5xx response.
 */
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { firstSignIn } from "./first-sign-in";

/** Many tests expect a 4xx response, and the browser logs each of them as an error. */
const EXPECTED_NOTE = /^Failed to load resource: the server responded with a status of 4\d\d/;

interface Fixtures {
  /** Signs the page's browser in with the first-run account of that role, without the sign-in screen. */
  signInAs(role: Role): Promise<void>;
  /** Errors seen so far. A test that causes one on purpose clears the list. */
  complaints: string[];
}

/** Signs in with the first-run account of that role. The browser of `request` keeps the session. */
export async function signIn(request: APIRequestContext, role: Role, baseURL: string | undefined): Promise<void> {
  // The browser adds the Origin header to a page's requests. This request must set it.
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
      // The answer of a route that is under way when its page closes would fail the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    },
    { auto: true },
  ],
  signInAs: async ({ page, baseURL }, use) => {
    await use(async (role) => {
      await signIn(page.request, role, baseURL);
    });
  },
});
