import { expect, type Page, type Route } from "@playwright/test";
import { test } from "../setup/browser";
import { answerDashboard, dashboardCalls, recentProject } from "../setup/dashboard-answers";

const roles = ["admin", "superadmin", "user"] as const;
const retryLabels: Record<(typeof roles)[number], string> = { admin: "Retry", superadmin: "Try Again", user: "Retry" };

interface Failure {
  what: string;
  answer: (route: Route) => Promise<void>;
  /** The message for an admin and the message for the other roles. */
  says: readonly [admin: string, others: string];
  isSignedOut?: boolean;
  /** Tests the failure on entry as well, where the message has another position than on Refresh. */
  isOnEntry?: boolean;
}

const answering = (status: number, body: string) => (route: Route) => route.fulfill({ status, body, contentType: "application/json" });

const failures: readonly Failure[] = [
  {
    what: "401 with a message",
    answer: answering(401, '{"message":"Your session has expired. Please log in again."}'),
    says: ["Your session has expired. Please log in again.", "Your session has expired. Please log in again."],
    isSignedOut: true,
    isOnEntry: true,
  },
  {
    what: "401 without one",
    answer: answering(401, "{}"),
    says: ["Failed to fetch dashboard stats", "No authentication token found"],
    isSignedOut: true,
  },
  {
    what: "500 with a message",
    answer: answering(500, '{"message":"The statistics are not available now."}'),
    says: ["The statistics are not available now.", "The statistics are not available now."],
  },
  { what: "500 without one", answer: answering(500, ""), says: ["Failed to fetch dashboard stats", "Failed to load dashboard (500)"] },
  {
    what: "broken JSON",
    answer: answering(200, '{"totalUsers": 1,'),
    says: ["Failed to fetch dashboard stats", "Failed to load dashboard data"],
  },
  {
    what: "JSON of something else",
    answer: answering(200, '{"ok":true}'),
    says: ["Failed to fetch dashboard stats", "Failed to load dashboard data"],
  },
  {
    what: "the network down",
    answer: (route) => route.abort("connectionrefused"),
    says: ["Network error. Please try again later.", "Failed to load dashboard data"],
    isOnEntry: true,
  },
];

const panel = (page: Page, message: string) => page.getByRole("alert").filter({ hasText: message });
const row = (page: Page) => page.getByRole("row").filter({ hasText: "Harbour Depths 1" });
const some = { users: 3, projects: 7, recentProjects: [recentProject(1)] };

for (const role of roles) {
  const messageOf = ({ says }: Failure) => says[role === "admin" ? 0 : 1];
  const labelOf = ({ isSignedOut }: Failure) => (isSignedOut ? "Log In" : retryLabels[role]);

  test(`the dashboard of a ${role} shows a failure on entry with a button that recovers`, async ({ page, signInAs, complaints }) => {
    await signInAs(role);
    for (const failure of failures.filter(({ isOnEntry }) => isOnEntry)) {
      await test.step(failure.what, async () => {
        const message = messageOf(failure);
        await page.route(dashboardCalls[role], failure.answer);
        await page.goto("/dashboard");
        await expect(panel(page, message)).toBeVisible();
        await expect(panel(page, message).getByText(message, { exact: true })).toBeVisible();
        await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
        if (role === "admin") await expect(page.getByRole("table").getByText(message, { exact: true })).toBeVisible();
        else await expect(page.getByRole("table", { name: "Recent Projects" })).toHaveCount(0);
        if (role === "user") await expect(panel(page, message).getByText("Error", { exact: true })).toBeVisible();
        // The list below loads with another request, which succeeds.
        if (role === "user") await expect(page.getByRole("table", { name: "Assigned projects" })).toBeVisible();

        await answerDashboard(page, role, some);
        await panel(page, message)
          .getByRole("button", { name: labelOf(failure), exact: true })
          .click();
        await expect(row(page)).toBeVisible();
        await expect(panel(page, message)).toHaveCount(0);
      });
    }
    complaints.length = 0;
  });

  test(`the dashboard of a ${role} shows a failed refresh above the rows and keeps the rows`, async ({ page, signInAs, complaints }) => {
    await signInAs(role);
    await answerDashboard(page, role, some);
    await page.goto("/dashboard");
    for (const failure of failures) {
      await test.step(failure.what, async () => {
        const message = messageOf(failure);
        await expect(row(page)).toBeVisible();
        await page.route(dashboardCalls[role], failure.answer);
        await page.getByRole("button", { name: "Refresh" }).click();
        await expect(panel(page, message)).toBeVisible();
        await expect(row(page)).toBeVisible();
        await expect(page.getByRole("link", { name: /^Total Projects ?7/ })).toBeVisible();
        const [above, below] = await Promise.all([panel(page, message).boundingBox(), row(page).boundingBox()]);
        expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);

        await answerDashboard(page, role, { ...some, projects: 8 });
        await panel(page, message)
          .getByRole("button", { name: labelOf(failure), exact: true })
          .click();
        await expect(page.getByRole("link", { name: /^Total Projects ?8/ })).toBeVisible();
        await expect(panel(page, message)).toHaveCount(0);

        await answerDashboard(page, role, some);
        await page.getByRole("button", { name: "Refresh" }).click();
        await expect(page.getByRole("link", { name: /^Total Projects ?7/ })).toBeVisible();
      });
    }
    complaints.length = 0;
  });

  test(`the dashboard of a ${role} leads to the sign-in screen and back after the session has ended`, async ({
    page,
    signInAs,
    baseURL,
  }) => {
    await signInAs(role);
    await page.goto("/dashboard");
    await expect(page.getByRole("link", { name: /^Total Projects ?\d/ })).toBeVisible();
    const ended = await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
    expect(ended.status()).toBe(200);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("main").getByRole("alert").getByRole("button", { name: "Log In" }).first().click();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/dashboard")}`);
  });
}

test("Retry on a user's dashboard that failed to load reloads the page", async ({ page, signInAs, complaints }) => {
  await signInAs("user");
  await page.route(dashboardCalls.user, (route) => route.abort("connectionrefused"));
  await page.goto("/dashboard");
  await expect(panel(page, "Failed to load dashboard data")).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute("data-before", ""));
  await panel(page, "Failed to load dashboard data").getByRole("button", { name: "Retry" }).click();
  await expect(page.locator("html[data-before]")).toHaveCount(0);
  await expect(panel(page, "Failed to load dashboard data")).toBeVisible();
  complaints.length = 0;
});

test("the superadmin's dashboard keeps the error panel and the focus on its button when the retry fails", async ({
  page,
  signInAs,
  complaints,
}) => {
  await signInAs("superadmin");
  await page.route(dashboardCalls.superadmin, (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/dashboard");
  const retry = panel(page, "Failed to load dashboard (503)").getByRole("button", { name: "Try Again" });
  await expect(retry).toBeVisible();
  let calls = 0;
  await page.route(dashboardCalls.superadmin, (route) => {
    calls += 1;
    return route.fulfill({ status: 504, body: "" });
  });
  await retry.click();
  await expect(panel(page, "Failed to load dashboard (504)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeFocused();
  expect(calls).toBe(1);
  complaints.length = 0;
});
