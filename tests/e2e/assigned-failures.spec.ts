import { expect, type Page, type Route } from "@playwright/test";
import { ASSIGNED_CALL, assignedScreen } from "../setup/assigned-screen";
import { test } from "../setup/browser";

const DEMO = "Sea Chart of the World";
const UNREACHABLE = "Unable to connect to the server. Please check your internet connection.";

const answering = (status: number, body: string) => (route: Route) => route.fulfill({ status, body, contentType: "application/json" });

const failures: readonly [what: string, answer: (route: Route) => Promise<void>, says: string, button: string][] = [
  ["401 with a message", answering(401, '{"message":"You were signed out."}'), "You were signed out.", "Log In"],
  ["401 without one", answering(401, "{}"), "Your session has expired. Please log in again.", "Log In"],
  ["500 with a message", answering(500, '{"message":"No list today."}'), "No list today.", "Try Again"],
  ["500 without one", answering(500, ""), "Failed to load projects (500)", "Try Again"],
  ["broken JSON", answering(200, '{"projects": ['), UNREACHABLE, "Try Again"],
  ["JSON of something else", answering(200, '{"ok":true}'), UNREACHABLE, "Try Again"],
  ["the network down", (route) => route.abort("connectionrefused"), UNREACHABLE, "Try Again"],
];

const panel = (page: Page) => page.getByRole("main").getByRole("alert").filter({ hasText: "Unable to Load Projects" });

test.beforeEach(({ signInAs }) => signInAs("user"));

/** One failure for each of the two buttons. The next test covers all failures. */
const onEntry = failures.filter(([what]) => what === "401 with a message" || what === "the network down");

test("My Assigned Projects shows a failure on entry with a button that recovers", async ({ page, complaints }) => {
  const screen = assignedScreen(page);
  for (const [what, answer, says, button] of onEntry) {
    await test.step(what, async () => {
      await page.route(ASSIGNED_CALL, answer);
      await page.goto("/projects");
      await expect(panel(page).getByText(says, { exact: true })).toBeVisible();
      await expect(screen.main.getByText("Loading your assigned projects...")).toBeHidden();
      await expect(screen.main.getByText("No Projects Assigned")).toBeHidden();
      // An ended session does not redirect.
      await expect(page).toHaveURL("/projects");
      await page.unroute(ASSIGNED_CALL);
      await panel(page).getByRole("button", { name: button, exact: true }).click();
      await expect(screen.row(DEMO)).toBeVisible();
      await expect(panel(page)).toBeHidden();
    });
  }
  complaints.length = 0;
});

test("My Assigned Projects shows the specified defaults for a sparse answer", async ({ page }) => {
  const sparse = { projects: [{ _id: "1", updatedAt: "2026-02-03T12:00:00.000Z" }] };
  await page.route(ASSIGNED_CALL, answering(200, JSON.stringify(sparse)));
  await page.goto("/projects");
  const row = assignedScreen(page).row("Unnamed Project");
  for (const text of ["Unknown", "Admin", "Feb 3, 2026"]) await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: /^Open Map/ })).toBeEnabled();
  await row.getByRole("button", { name: /^View details/ }).click();
  await expect(page.getByRole("dialog")).toContainText("No description available");
});

test("My Assigned Projects shows a failed refresh above the rows and keeps the rows", async ({ page, complaints }) => {
  const screen = assignedScreen(page);
  await page.goto("/projects");
  for (const [what, answer, says, button] of failures) {
    await test.step(what, async () => {
      await expect(screen.row(DEMO)).toBeVisible();
      await page.route(ASSIGNED_CALL, answer);
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(panel(page).getByText(says, { exact: true })).toBeVisible();
      await expect(screen.row(DEMO)).toBeVisible();
      await expect(screen.main.getByText(/^\d+ projects? assigned$/)).toBeVisible();
      await page.unroute(ASSIGNED_CALL);
      await panel(page).getByRole("button", { name: button, exact: true }).click();
      await expect(panel(page)).toBeHidden();
      await expect(screen.row(DEMO)).toBeVisible();
    });
  }
  complaints.length = 0;
});

test("My Assigned Projects hides the previous rows when a search fails, and keeps the number of assigned projects", async ({
  page,
  complaints,
}) => {
  await page.goto("/projects");
  const screen = assignedScreen(page);
  await expect(screen.row(DEMO)).toBeVisible();
  await page.route(ASSIGNED_CALL, (route) => route.abort("connectionrefused"));
  await screen.search.fill("something else");
  await expect(panel(page).getByText(UNREACHABLE, { exact: true })).toBeVisible();
  await expect(screen.table).toBeHidden();
  await expect(screen.main.getByText(/^\d+ projects? assigned$/)).toBeVisible();
  complaints.length = 0;
});

test("My Assigned Projects rejects a search text that is too long until the user shortens it", async ({ page }) => {
  await page.goto(`/projects?search=${"long".repeat(51)}`);
  const screen = assignedScreen(page);
  await expect(panel(page).getByText("The search text can have at most 200 characters.", { exact: true })).toBeVisible();
  await screen.search.fill("chart");
  await expect(screen.row(DEMO)).toBeVisible();
});
