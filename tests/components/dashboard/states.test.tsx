import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { Role } from "@/lib/accounts/sessions/schema";
import { dashboardAnswers, daysAgo, recentAdmin, recentProject } from "../../setup/dashboard-answers";
import { answer } from "../setup/api";
import { expectAddress, expectTexts, textOf, within } from "../setup/elements";
import { hold } from "../setup/hold";
import { renderScreen } from "../setup/render";
import { answerDashboard, card, dashboardOf, dashboardPaths, initialList, recentTables, roles, rowOf } from "./dashboard-rows";

const recent = [0, 1, 2, 3, 4].map((number) => recentProject(number));
const table = (name: string) => page.getByRole("table", { name, exact: true });
const lastUploaded = () => textOf(page.getByText("Last Project Uploaded").element().parentElement ?? document.body);

const CARDS = "main a.group";

/** Returns position and size of the cards and the tables. */
const places = (what = `${CARDS}, main table[aria-label], main table[aria-label] th`) =>
  [...document.querySelectorAll(what)].map((element) => JSON.stringify(element.getBoundingClientRect()));

/** Holds the next answers of a dashboard back. @returns a function that lets them go */
function holdDashboard(role: Role): () => void {
  const contents = {
    percentUsers: 12.5,
    percentProjects: -10,
    projects: 7,
    recentProjects: recent,
    recentAdmins: [0, 1, 2, 3, 4].map((number) => recentAdmin(number)),
  };
  const { held, letThrough } = hold();
  answerDashboard(role, contents);
  answer(
    http.get(dashboardPaths[role], async () => {
      await held;
      return HttpResponse.json(dashboardAnswers(contents)[role]);
    }),
  );
  return letThrough;
}

describe.each(roles)("the dashboard of the role %s", (role) => {
  it("shows a loading message, then the data without a layout shift", async () => {
    const letThrough = holdDashboard(role);
    await renderScreen(dashboardOf(role), "/dashboard");
    const region = page.getByRole("region", { name: recentTables[role], exact: true });
    await expect.element(region.getByText("Loading recent projects...")).toBeVisible();
    const refresh = page.getByRole("button", { name: /^(Refresh|Loading\.\.\.)$/ });
    await expectTexts(refresh, ["Loading..."]);
    await expect.element(refresh).toHaveAttribute("aria-busy", "true");
    await expect.element(table(recentTables[role])).toHaveAttribute("aria-busy", "true");
    // The list below loads with another request.
    if (role === "user") await expect.element(table("Assigned projects")).toBeVisible();
    const before = places();
    letThrough();
    await expect.element(rowOf("Harbour Depths 4")).toBeVisible();
    await expect.element(page.getByText("Loading recent projects...")).not.toBeInTheDocument();
    await expectTexts(refresh, ["Refresh"]);
    expect(places()).toEqual(before);
  });

  it("reserves the space of the cards on a phone", async () => {
    await page.viewport(390, 844);
    const letThrough = holdDashboard(role);
    await renderScreen(dashboardOf(role, { initial: initialList }), "/dashboard");
    await expect.element(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    const before = places(CARDS);
    expect(before.length).toBeGreaterThan(0);
    letThrough();
    await expect.element(card("Total Projects")).toHaveTextContent("last month");
    expect(places(CARDS)).toEqual(before);
  });

  it("keeps its data and the focus on Refresh during a reload, and then shows the new data", async () => {
    answerDashboard(role, { projects: 4, recentProjects: [recentProject(9)] });
    await renderScreen(dashboardOf(role), "/dashboard");
    await expect.element(card("Total Projects")).toHaveTextContent("4");
    const letThrough = holdDashboard(role);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(page.getByRole("button", { name: "Loading..." })).toHaveFocus();
    await expect.element(rowOf("Harbour Depths 9")).toBeVisible();
    await expect.element(card("Total Projects")).toHaveTextContent("4");
    letThrough();
    await expect.element(card("Total Projects")).toHaveTextContent("7");
    await expect.element(page.getByRole("button", { name: "Refresh" })).toHaveFocus();
  });

  it("reloads when the user returns to the window", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answerDashboard(role, { projects: 4 });
    await renderScreen(dashboardOf(role), "/dashboard");
    await expect.element(card("Total Projects")).toHaveTextContent("4");
    answerDashboard(role, { projects: 42 });
    // The dashboard does not reload twice within a few seconds.
    await vi.advanceTimersByTimeAsync(10_000);
    window.dispatchEvent(new Event("focus"));
    await expect.element(card("Total Projects")).toHaveTextContent("42");
  });

  it.each([
    { percent: 12.5, text: "+12.5%", tone: "green" },
    { percent: 1234.5, text: "+1,234.5%", tone: "green" },
    { percent: -3, text: "-3.0%", tone: "red" },
    { percent: 0, text: "0.0%", tone: "neither green nor red" },
  ])("shows a change by $percent percent as $text in $tone", async ({ percent, text, tone }) => {
    answerDashboard(role, { users: 1, projects: 1, percentProjects: percent, recentProjects: [recentProject(1)] });
    await renderScreen(dashboardOf(role), "/dashboard");
    const change = card("Total Projects").getByText(text, { exact: true });
    await expect.element(change).toBeVisible();
    const [red = 0, green = 0] = (getComputedStyle(change.element()).color.match(/\d+/g) ?? []).map(Number);
    const tones = [...(green > 2 * red ? ["green"] : []), ...(red > 2 * green ? ["red"] : [])];
    expect(tones).toEqual(tone === "green" || tone === "red" ? [tone] : []);
  });

  it("shows dates as Today, Yesterday, the day or N/A", async () => {
    const days = [daysAgo(0), daysAgo(1), "2024-02-29T12:00:00.000Z", ""];
    answerDashboard(role, {
      projects: 9,
      recentProjects: days.map((createdAt, index) => recentProject(index, { createdAt })),
      recentAdmins: days.map((createdAt, index) => recentAdmin(index, { createdAt })),
    });
    await renderScreen(dashboardOf(role), "/dashboard");
    for (const name of role === "superadmin" ? ["Recent Projects", "Recent Admins"] : [recentTables[role]]) {
      await expect
        .poll(() => within(table(name), "tbody tr td:last-child").map(textOf))
        .toEqual([/Today$/, /Yesterday$/, /Feb 29, 2024$/, /N\/A$/].map((text) => expect.stringMatching(text)));
    }
    await expect.poll(lastUploaded).toBe("Last Project UploadedHarbour Depths 0Today");
  });
});

it("the dashboard of a user shows one list, Recent Projects, when every project is recent", async () => {
  answerDashboard("user", { projects: 1, recentProjects: [recentProject(7)] });
  await renderScreen(dashboardOf("user"), "/dashboard");
  await expect.element(page.getByRole("heading", { level: 2, name: "Recent Projects", exact: true })).toBeVisible();
  await expect.element(table("Assigned projects")).toBeVisible();
  await expect.element(table("Recent Projects")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "My Assigned Projects" })).not.toBeInTheDocument();
});

it("the dashboard of an admin without projects shows its empty states", async () => {
  answerDashboard("admin", { before: 0 });
  await renderScreen(dashboardOf("admin"), "/dashboard");
  await expect.element(table("Recent Project Imports")).toHaveTextContent("No recent projects found");
  await expect.poll(lastUploaded).toBe("Last Project UploadedNo projects yet");
  await expectTexts(card("Total Users"), ["Total Users00 new this month"]);
});

it("the dashboard of a superadmin without projects and admins shows its empty states and links to the upload", async () => {
  answerDashboard("superadmin", {});
  await renderScreen(dashboardOf("superadmin"), "/dashboard");
  const projects = table("Recent Projects");
  await expect.element(projects.getByText("No Projects Yet", { exact: true })).toBeVisible();
  await expect.element(projects.getByText("No projects have been created yet.", { exact: true })).toBeVisible();
  const admins = table("Recent Admins");
  await expect.element(admins.getByText("No Admins Yet", { exact: true })).toBeVisible();
  await expect.element(admins.getByText("No admins have been created yet.", { exact: true })).toBeVisible();
  await expect.poll(lastUploaded).toBe("Last Project UploadedNo projects yetUpload your first project");
  await page.getByRole("link", { name: "Upload your first project" }).click();
  await expectAddress("/projects?mode=create");
});
