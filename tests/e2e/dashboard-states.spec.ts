import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { answerDashboard, dashboardAnswers, dashboardCalls, daysAgo, recentAdmin, recentProject } from "../setup/dashboard-answers";

const roles = ["admin", "superadmin", "user"] as const;
const table: Record<(typeof roles)[number], string> = {
  admin: "Recent Project Imports",
  superadmin: "Recent Projects",
  user: "Recent Projects",
};
const recent = Array.from({ length: 5 }, (_, index) => recentProject(index));
const card = (page: Page, label: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });

const CARDS = "main a.group";

/** Returns position and size of the cards and the tables. */
function places(page: Page, what = `${CARDS}, main table[aria-label], main table[aria-label] th`) {
  return page.locator(what).evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
}

/** Holds the next requests back. @returns a function that answers them */
async function hold(page: Page, role: (typeof roles)[number]): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(dashboardCalls[role], async (route) => {
    await held;
    await route.fulfill({
      json: dashboardAnswers({
        percentUsers: 12.5,
        percentProjects: -10,
        projects: 7,
        recentProjects: recent,
        recentAdmins: [0, 1, 2, 3, 4].map((number) => recentAdmin(number)),
      })[role],
    });
  });
  return letThrough;
}

for (const role of roles) {
  test(`the dashboard of a ${role} shows a loading message, then the data without a layout shift`, async ({ page, signInAs }) => {
    await signInAs(role);
    const letThrough = await hold(page, role);
    await page.goto("/dashboard");
    // The region excludes the page's skeleton, which shows the same text for a moment.
    await expect(page.getByRole("region", { name: table[role], exact: true }).getByText("Loading recent projects...")).toBeVisible();
    const refresh = page.getByRole("button", { name: /^(Refresh|Loading\.\.\.)$/ });
    await expect(refresh).toHaveText("Loading...");
    await expect(refresh).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("table", { name: table[role], exact: true })).toHaveAttribute("aria-busy", "true");
    // The list below loads with another request.
    if (role === "user") await expect(page.getByRole("table", { name: "Assigned projects" })).toBeVisible();
    const before = await places(page);
    letThrough();
    await expect(page.getByRole("row").filter({ hasText: "Harbour Depths 4" })).toBeVisible();
    await expect(page.getByText("Loading recent projects...")).toHaveCount(0);
    await expect(refresh).toHaveText("Refresh");
    expect(await places(page)).toEqual(before);
  });

  test(`the dashboard of a ${role} reserves the space of the cards on a phone`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(role);
    const letThrough = await hold(page, role);
    await page.goto("/dashboard");
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    const before = await places(page, CARDS);
    expect(before.length).toBeGreaterThan(0);
    letThrough();
    await expect(card(page, "Total Projects")).toContainText("last month");
    expect(await places(page, CARDS)).toEqual(before);
  });

  test(`the dashboard of a ${role} keeps its data during a reload and then shows the new data`, async ({ page, signInAs }) => {
    await page.clock.install();
    await signInAs(role);
    await answerDashboard(page, role, { projects: 4, recentProjects: [recentProject(9)] });
    await page.goto("/dashboard");
    await expect(card(page, "Total Projects")).toContainText("4");

    await test.step("Refresh reloads the dashboard", async () => {
      const letThrough = await hold(page, role);
      await page.getByRole("button", { name: "Refresh" }).click();
      const refresh = page.getByRole("button", { name: "Loading..." });
      await expect(refresh).toBeFocused();
      await expect(page.getByRole("row").filter({ hasText: "Harbour Depths 9" })).toBeVisible();
      await expect(card(page, "Total Projects")).toContainText("4");
      letThrough();
      await expect(card(page, "Total Projects")).toContainText("7");
      await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();
    });

    await test.step("a return to the window reloads the dashboard", async () => {
      await answerDashboard(page, role, { projects: 42 });
      // The dashboard does not reload twice within a few seconds.
      await page.clock.fastForward(10_000);
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await expect(card(page, "Total Projects")).toContainText("42");
    });

    await test.step("growth is green with a plus sign, loss is red, zero has neither color", async () => {
      for (const [percent, text, tone] of [
        [12.5, "+12.5%", "green"],
        [1234.5, "+1,234.5%", "green"],
        [-3, "-3.0%", "red"],
        [0, "0.0%", "neither"],
      ] as const) {
        await answerDashboard(page, role, { users: 1, projects: 1, percentProjects: percent, recentProjects: [recentProject(1)] });
        await page.getByRole("button", { name: "Refresh" }).click();
        const change = card(page, "Total Projects").getByText(text, { exact: true });
        await expect(change).toBeVisible();
        const [red = 0, green = 0] = await change.evaluate((element) => (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number));
        const tones = [...(green > 2 * red ? ["green"] : []), ...(red > 2 * green ? ["red"] : [])];
        expect(tones, text).toEqual(tone === "neither" ? [] : [tone]);
      }
    });
  });

  test(`the dashboard of a ${role} shows dates as Today, Yesterday, the day or N/A`, async ({ page, signInAs }) => {
    await signInAs(role);
    const old = "2024-02-29T12:00:00.000Z";
    await answerDashboard(page, role, {
      projects: 9,
      recentProjects: [daysAgo(0), daysAgo(1), old, ""].map((createdAt, index) => recentProject(index, { createdAt })),
      recentAdmins: [daysAgo(0), daysAgo(1), old, ""].map((createdAt, index) => recentAdmin(index, { createdAt })),
    });
    await page.goto("/dashboard");
    for (const name of role === "superadmin" ? ["Recent Projects", "Recent Admins"] : [table[role]]) {
      const days = page.getByRole("table", { name, exact: true }).locator("tbody tr td:last-child");
      await expect(days).toHaveText([/Today$/, /Yesterday$/, /Feb 29, 2024$/, /N\/A$/]);
    }
    await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText("Last Project UploadedHarbour Depths 0Today");
  });
}

test("the dashboard of an admin without projects shows its empty states", async ({ page, signInAs }) => {
  await signInAs("admin");
  await answerDashboard(page, "admin", { before: 0 });
  await page.goto("/dashboard");
  await expect(page.getByRole("table", { name: "Recent Project Imports" })).toContainText("No recent projects found");
  await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText("Last Project UploadedNo projects yet");
  await expect(card(page, "Total Users")).toHaveText("Total Users00 new this month");
});

test("the dashboard of a superadmin without projects and admins shows its empty states and links to the upload", async ({
  page,
  signInAs,
}) => {
  await signInAs("superadmin");
  await answerDashboard(page, "superadmin", {});
  await page.goto("/dashboard");
  const projects = page.getByRole("table", { name: "Recent Projects" });
  await expect(projects.getByText("No Projects Yet", { exact: true })).toBeVisible();
  await expect(projects.getByText("No projects have been created yet.", { exact: true })).toBeVisible();
  const admins = page.getByRole("table", { name: "Recent Admins" });
  await expect(admins.getByText("No Admins Yet", { exact: true })).toBeVisible();
  await expect(admins.getByText("No admins have been created yet.", { exact: true })).toBeVisible();
  await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText(
    "Last Project UploadedNo projects yetUpload your first project",
  );
  await page.getByRole("link", { name: "Upload your first project" }).click();
  await expect(page).toHaveURL("/projects?mode=create");
});
