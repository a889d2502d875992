import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test as base } from "../setup/browser";
import { Gate } from "../setup/map-sites";
import { inProduct, insertAccount } from "../setup/product-database";

const DEMO_SAFE_NAME = "sea-chart-of-the-world";

interface Person {
  /** Ends every session of the user, like another device. */
  endSessions(): Promise<void>;
  withdrawMap(): Promise<void>;
}

const test = base.extend<{ person: Person }>({
  /** A signed-in user of this test with the demo map. */
  person: async ({ page, baseURL }, use) => {
    const email = `viewer-${randomUUID()}@sea-vision.local`;
    const remove = await insertAccount({ role: "user", name: "Map viewer", email, password: "long enough" });
    const run = (text: string) => inProduct(async (client) => void (await client.query(text, [email])));
    await inProduct((client) =>
      client.query(
        `INSERT INTO "Assignment" ("projectId", "accountId")
         SELECT project.id, account.id FROM "Project" project, "Account" account WHERE project."safeName" = $1 AND account.email = $2`,
        [DEMO_SAFE_NAME, email],
      ),
    );
    const answer = await page.request.post("/api/auth/login", {
      data: { email, password: "long enough" },
      headers: { origin: baseURL ?? "" },
    });
    expect(answer.status()).toBe(200);
    await use({
      endSessions: () => run(`DELETE FROM "Session" WHERE "accountId" = (SELECT id FROM "Account" WHERE email = $1)`),
      withdrawMap: () => run(`DELETE FROM "Assignment" WHERE "accountId" = (SELECT id FROM "Account" WHERE email = $1)`),
    });
    await remove();
  },
});

const dialog = (page: Page) => page.getByRole("dialog");
const openMap = (page: Page) => page.getByRole("button", { name: /^Open Map/ }).first();
const painted = (page: Page) => page.frameLocator("iframe").locator(".leaflet-tile-loaded").first();
/** Waits for the map and for the viewer's first check of it: the viewer checks again only after that. */
async function expectShown(page: Page): Promise<void> {
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Loading map...")).toHaveCount(0);
}
const failure = (page: Page) => dialog(page).getByRole("alert").filter({ hasText: "Failed to load project map" });

test("the map viewer reports an ended session and leads through the sign-in screen back to the map", async ({ page, person }) => {
  await page.goto("/projects");
  await expect(openMap(page)).toBeVisible();
  await person.endSessions();
  await openMap(page).click();
  await expect(failure(page)).toContainText("Your session has expired. Please log in again.");
  await expect(page.locator("iframe")).toHaveCount(0);
  await failure(page).getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(`/projects?map=${DEMO_SAFE_NAME}`)}`);
});

test("the map viewer closes an open map within 30 seconds after the session has ended", async ({ page, person }) => {
  await page.clock.install();
  await page.goto(`/projects?map=${DEMO_SAFE_NAME}`);
  await expectShown(page);
  await person.endSessions();
  await page.clock.fastForward(30_000);
  await expect(failure(page)).toContainText("Your session has expired. Please log in again.");
  await expect(failure(page).getByRole("button", { name: "Log In" })).toBeVisible();
});

test("the map viewer reports a map that is no longer assigned when the user returns to the tab", async ({ page, person }) => {
  await page.goto(`/projects?map=${DEMO_SAFE_NAME}`);
  await expectShown(page);
  await page.frameLocator("iframe").locator("#map").click();
  await person.withdrawMap();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(failure(page)).toContainText("The map has been removed, or it is no longer shared with you.");
  await expect(page.locator("iframe")).toHaveCount(0);
  // The focus was in the map and moves to the dialog.
  await expect.poll(() => dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("the map viewer keeps an open map when the connection is lost", async ({ page, signInAs, complaints }) => {
  await signInAs("user");
  await page.clock.install();
  await page.goto(`/projects?map=${DEMO_SAFE_NAME}`);
  await expectShown(page);
  await page.route("**/projects/maps/**", (route) => route.abort("internetdisconnected"));
  const failed = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
  await page.clock.fastForward(30_000);
  await failed;
  // A second check would show the effect of the first one.
  const again = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
  await page.clock.fastForward(30_000);
  await again;
  await expect(failure(page)).toHaveCount(0);
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  complaints.length = 0;
});

test("the map viewer reports a slow map after 20 seconds and shows it when it arrives", async ({ page, signInAs }) => {
  await signInAs("user");
  const gate = new Gate();
  await page.route("**/projects/maps/**", async (route) => {
    if (route.request().isNavigationRequest()) await new Promise<void>((resolve) => gate.pass(resolve));
    await route.continue();
  });
  await page.clock.install();
  // The load event waits for the map in the frame.
  await page.goto(`/projects?map=${DEMO_SAFE_NAME}`, { waitUntil: "commit" });
  await expect(dialog(page).getByText("Loading map...")).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(failure(page)).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(failure(page)).toContainText("The map is taking longer than 20 seconds to load.");
  for (const name of ["Retry", "Keep Waiting"]) await expect(failure(page).getByRole("button", { name })).toBeVisible();
  await expect(failure(page).getByRole("link", { name: "Open in New Tab" })).toBeVisible();
  gate.open();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await expect(failure(page)).toHaveCount(0);
});

test("the map viewer distinguishes a server error, a lost connection and an unavailable map server", async ({
  page,
  signInAs,
  complaints,
}) => {
  await signInAs("user");
  await page.route("**/projects/maps/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`/projects?map=${DEMO_SAFE_NAME}`);
  await expect(failure(page)).toContainText("The server cannot show it right now. Please try again in a moment.");
  await page.unroute("**/projects/maps/**");
  await page.route("**/projects/maps/**", (route) => route.abort("connectionrefused"));
  await failure(page).getByRole("button", { name: "Retry" }).click();
  await expect(failure(page)).toContainText("Unable to connect to the server. Please check your internet connection.");
  await page.unroute("**/projects/maps/**");
  await page.route("**/healthz", (route) => route.abort("connectionrefused"));
  await failure(page).getByRole("button", { name: "Retry" }).click();
  await expect(failure(page)).toContainText("The server that holds the maps does not answer. Please try again in a moment.");
  await page.unroute("**/healthz");
  await failure(page).getByRole("button", { name: "Retry" }).click();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  complaints.length = 0;
});
