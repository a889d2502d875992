import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Role } from "@/lib/accounts/sessions/schema";
import { recentProject } from "../../setup/dashboard-answers";
import { answer } from "../setup/api";
import { boxOf, expectCount } from "../setup/elements";
import { cancelPageLoads } from "../setup/page-loads";
import { renderScreen } from "../setup/render";
import { answerDashboard, dashboardOf, dashboardPaths, roles, rowOf } from "./dashboard-rows";

const retryLabels: Record<Role, string> = { admin: "Retry", superadmin: "Try Again", user: "Retry" };

interface Failure {
  what: string;
  fail: () => Response;
  /** The message for an admin and the message for the other roles. */
  says: readonly [admin: string, others: string];
  isSignedOut?: boolean;
  /** Tests the failure on entry as well, where the message has another position than on Refresh. */
  isOnEntry?: boolean;
}

const answering = (status: number, body: string) => () =>
  new HttpResponse(body, { status, headers: { "Content-Type": "application/json" } });

const failures: Failure[] = [
  {
    what: "401 with a message",
    fail: answering(401, '{"message":"Your session has expired. Please log in again."}'),
    says: ["Your session has expired. Please log in again.", "Your session has expired. Please log in again."],
    isSignedOut: true,
    isOnEntry: true,
  },
  {
    what: "401 without a message",
    fail: answering(401, "{}"),
    says: ["Failed to fetch dashboard stats", "No authentication token found"],
    isSignedOut: true,
  },
  {
    what: "500 with a message",
    fail: answering(500, '{"message":"The statistics are not available now."}'),
    says: ["The statistics are not available now.", "The statistics are not available now."],
  },
  {
    what: "500 without a message",
    fail: answering(500, ""),
    says: ["Failed to fetch dashboard stats", "Failed to load dashboard (500)"],
  },
  {
    what: "broken JSON",
    fail: answering(200, '{"totalUsers": 1,'),
    says: ["Failed to fetch dashboard stats", "Failed to load dashboard data"],
  },
  {
    what: "JSON of something else",
    fail: answering(200, '{"ok":true}'),
    says: ["Failed to fetch dashboard stats", "Failed to load dashboard data"],
  },
  {
    what: "the network down",
    fail: () => HttpResponse.error(),
    says: ["Network error. Please try again later.", "Failed to load dashboard data"],
    isOnEntry: true,
  },
];

const panel = (message: string) => page.getByRole("alert").filter({ hasText: message });
const refresh = page.getByRole("button", { name: "Refresh" });
const row = rowOf("Harbour Depths 1");
const some = { users: 3, projects: 7, recentProjects: [recentProject(1)] };

describe.each(roles)("the dashboard of the role %s", (role) => {
  const messageOf = ({ says }: Failure) => says[role === "admin" ? 0 : 1];
  const buttonOf = (failure: Failure) =>
    panel(messageOf(failure)).getByRole("button", { name: failure.isSignedOut ? "Log In" : retryLabels[role], exact: true });
  const failWith = ({ fail }: Failure) => answer(http.get(dashboardPaths[role], fail));

  it.each(failures.filter(({ isOnEntry }) => isOnEntry))(
    "shows the failure $what on entry with a button that recovers",
    async (failure) => {
      const message = messageOf(failure);
      const loads = cancelPageLoads();
      answerDashboard(role, some);
      failWith(failure);
      const { unmount } = await renderScreen(dashboardOf(role), "/dashboard");
      await expect.element(panel(message)).toBeVisible();
      await expect.element(panel(message).getByText(message, { exact: true })).toBeVisible();
      await expect.element(refresh).toBeVisible();
      if (role === "admin") await expect.element(page.getByRole("table").getByText(message, { exact: true })).toBeVisible();
      else await expectCount(page.getByRole("table", { name: "Recent Projects" }), 0);
      if (role === "user") await expect.element(panel(message).getByText("Error", { exact: true })).toBeVisible();
      // The list below loads with another request, which succeeds.
      if (role === "user") await expect.element(page.getByRole("table", { name: "Assigned projects" })).toBeVisible();

      answerDashboard(role, some);
      await buttonOf(failure).click();
      const reloads = failure.isSignedOut || role === "user";
      await expect.poll(() => loads).toEqual(reloads ? ["reload"] : []);
      if (reloads) {
        await unmount();
        await renderScreen(dashboardOf(role), "/dashboard");
      }
      await expect.element(row).toBeVisible();
      await expect.element(panel(message)).not.toBeInTheDocument();
    },
  );

  it.each(failures)("shows the failure $what of a refresh above the rows and keeps the rows", async (failure) => {
    const message = messageOf(failure);
    const loads = cancelPageLoads();
    answerDashboard(role, some);
    const { unmount } = await renderScreen(dashboardOf(role), "/dashboard");
    await expect.element(row).toBeVisible();
    failWith(failure);
    await refresh.click();
    await expect.element(panel(message)).toBeVisible();
    await expect.element(panel(message).getByText(/^Not updated since \d\d:\d\d\.$/)).toBeVisible();
    await expect.element(row).toBeVisible();
    await expect.element(page.getByRole("link", { name: /^Total Projects ?7/ })).toBeVisible();
    expect(boxOf(panel(message)).bottom).toBeLessThan(boxOf(row).top);

    answerDashboard(role, { ...some, projects: 8 });
    await buttonOf(failure).click();
    await expect.poll(() => loads).toEqual(failure.isSignedOut ? ["reload"] : []);
    if (failure.isSignedOut) {
      await unmount();
      await renderScreen(dashboardOf(role), "/dashboard");
    }
    await expect.element(page.getByRole("link", { name: /^Total Projects ?8/ })).toBeVisible();
    await expect.element(panel(message)).not.toBeInTheDocument();
  });
});

it("the superadmin's dashboard keeps the error panel and the focus on its button when the retry fails", async () => {
  answerDashboard("superadmin", some);
  answer(http.get(dashboardPaths.superadmin, () => new HttpResponse("", { status: 503 })));
  await renderScreen(dashboardOf("superadmin"), "/dashboard");
  const retry = panel("Failed to load dashboard (503)").getByRole("button", { name: "Try Again" });
  await expect.element(retry).toBeVisible();
  let calls = 0;
  answer(
    http.get(dashboardPaths.superadmin, () => {
      calls += 1;
      return new HttpResponse("", { status: 504 });
    }),
  );
  await retry.click();
  await expect.element(panel("Failed to load dashboard (504)")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try Again" })).toHaveFocus();
  expect(calls).toBe(1);
});
