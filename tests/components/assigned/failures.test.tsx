import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAddress, expectCount } from "../setup/elements";
import { cancelPageLoads } from "../setup/page-loads";
import { renderScreen } from "../setup/render";
import { ASSIGNED, answerAssigned, assignedProjects, projectRow, screen } from "./assigned-rows";

const DEMO = "Sea Chart of the World";
const UNREACHABLE = "Unable to connect to the server. Please check your internet connection.";
const { row, main, search, table } = screen;

const answering = (status: number, body: string) => () =>
  new HttpResponse(body, { status, headers: { "Content-Type": "application/json" } });

const failures: { what: string; fail: () => Response; says: string; button: string }[] = [
  {
    what: "401 with a message",
    fail: answering(401, '{"message":"You were signed out."}'),
    says: "You were signed out.",
    button: "Log In",
  },
  { what: "401 without a message", fail: answering(401, "{}"), says: "Your session has expired. Please log in again.", button: "Log In" },
  { what: "500 with a message", fail: answering(500, '{"message":"No list today."}'), says: "No list today.", button: "Try Again" },
  { what: "500 without a message", fail: answering(500, ""), says: "Failed to load projects (500)", button: "Try Again" },
  { what: "broken JSON", fail: answering(200, '{"projects": ['), says: UNREACHABLE, button: "Try Again" },
  { what: "JSON of something else", fail: answering(200, '{"ok":true}'), says: UNREACHABLE, button: "Try Again" },
  { what: "the network down", fail: () => HttpResponse.error(), says: UNREACHABLE, button: "Try Again" },
];

const panel = main.getByRole("alert").filter({ hasText: "Unable to Load Projects" });
const answerDemo = () => answerAssigned([projectRow(DEMO, "2026-03-03T12:00:00.000Z")]);

/** Renders the screen again after the reload that the Log In button starts. */
async function recover(shown: Awaited<ReturnType<typeof renderScreen>>, button: string, loads: string[]): Promise<void> {
  answerDemo();
  await panel.getByRole("button", { name: button, exact: true }).click();
  await expect.poll(() => loads).toEqual(button === "Log In" ? ["reload"] : []);
  if (button === "Log In") {
    await shown.unmount();
    await renderScreen(assignedProjects(), "/projects");
  }
  await expect.element(row(DEMO)).toBeVisible();
  await expectCount(panel, 0);
}

describe("My Assigned Projects", () => {
  it.each(failures)("shows the failure $what on entry with a button that recovers", async ({ fail, says, button }) => {
    const loads = cancelPageLoads();
    answer(http.get(ASSIGNED, fail));
    const shown = await renderScreen(assignedProjects(), "/projects");
    await expect.element(panel.getByText(says, { exact: true })).toBeVisible();
    await expectCount(main.getByText("Loading your assigned projects..."), 0);
    await expectCount(main.getByText("No Projects Assigned"), 0);
    // An ended session does not redirect.
    await expectAddress("/projects");
    expect(loads).toEqual([]);
    await recover(shown, button, loads);
  });

  it.each(failures)("shows the failure $what of a refresh above the rows and keeps the rows", async ({ fail, says, button }) => {
    const loads = cancelPageLoads();
    answerDemo();
    const shown = await renderScreen(assignedProjects(), "/projects");
    await expect.element(row(DEMO)).toBeVisible();
    answer(http.get(ASSIGNED, fail));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(panel.getByText(says, { exact: true })).toBeVisible();
    await expect.element(panel.getByText(/^Not updated since \d\d:\d\d\.$/)).toBeVisible();
    await expect.element(row(DEMO)).toBeVisible();
    await expect.element(main.getByText(/^\d+ project\(s\) assigned$/)).toBeVisible();
    await recover(shown, button, loads);
  });

  it("shows the specified defaults for a sparse answer", async () => {
    answer(http.get(ASSIGNED, () => HttpResponse.json({ projects: [{ _id: "1", updatedAt: "2026-02-03T12:00:00.000Z" }] })));
    await renderScreen(assignedProjects(), "/projects");
    const sparse = row("Unnamed Project");
    for (const text of ["Unknown", "Admin", "Feb 3, 2026"]) await expect.element(sparse.getByText(text, { exact: true })).toBeVisible();
    await expect.element(sparse.getByRole("button", { name: /^Open Map/ })).toBeEnabled();
    await sparse.getByRole("button", { name: /^View details/ }).click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent("No description available");
  });

  it("hides the previous rows when a search fails, and keeps the number of assigned projects", async () => {
    answerDemo();
    await renderScreen(assignedProjects(), "/projects");
    await expect.element(row(DEMO)).toBeVisible();
    answer(http.get(ASSIGNED, () => HttpResponse.error()));
    await search.fill("something else");
    await expect.element(panel.getByText(UNREACHABLE, { exact: true })).toBeVisible();
    await expectCount(table, 0);
    await expect.element(main.getByText(/^\d+ project\(s\) assigned$/)).toBeVisible();
  });

  it("shows that the search text is too long until the user shortens it", async () => {
    const message = "The search text can have at most 200 characters.";
    answer(http.get(ASSIGNED, () => HttpResponse.json({ message }, { status: 400 })));
    await renderScreen(assignedProjects(), `/projects?search=${"long".repeat(51)}`);
    await expect.element(panel.getByText(message, { exact: true })).toBeVisible();
    answerDemo();
    await search.fill("chart");
    await expect.element(row(DEMO)).toBeVisible();
  });
});
