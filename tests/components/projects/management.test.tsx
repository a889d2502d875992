import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { answerProjects, managedRow, management, search, shownNames, table } from "./management-rows";

const DEMO = "Sea Chart of the World";
const alert = (message: string) => page.getByRole("alert").filter({ hasText: message });
const banner = (message: string) => alert(message).filter({ has: page.getByRole("button", { name: "Dismiss" }) });
const nameOf = (index: number) => `Long list ${String(index).padStart(3, "0")}`;
const answerDemo = () =>
  answerProjects([managedRow(DEMO, "2026-03-03T12:00:00.000Z", { viewMap: `${location.origin}/projects/maps/sea-chart-of-the-world/` })]);
const showDemo = async () => {
  answerDemo();
  await renderScreen(management, "/projects");
  await expect.element(table).toBeVisible();
};

/** Shows the last 50 of 120 projects. */
async function showLongList() {
  const day = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 24 * 3_600_000).toISOString();
  answerProjects(Array.from({ length: 120 }, (_, index) => managedRow(nameOf(119 - index), day(119 - index))));
  await renderScreen(management, "/projects");
  await expect.element(page.getByText("50 of 120 projects")).toBeInTheDocument();
}

describe("the project list of an admin", () => {
  it("shows a project's details and returns the focus when they close", async () => {
    await showDemo();
    const viewProject = page.getByRole("row").filter({ hasText: DEMO }).getByRole("button", { name: "View Project" });
    await viewProject.click();
    const dialog = page.getByRole("dialog", { name: DEMO });
    for (const term of ["Description", "Map URL", "Created By", "Date Created", "Assigned Users"]) {
      await expect.element(dialog.getByRole("term").filter({ hasText: term })).toBeVisible();
    }
    await expect.element(dialog.getByRole("link", { name: /\/projects\/maps\/sea-chart-of-the-world\/$/ })).toBeVisible();
    await expectAccessible("project details");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(viewProject).toHaveFocus();
  });

  it("reports an unreachable server in a temporary banner and in place of the rows", async () => {
    await showDemo();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answer(http.get("/api/project/all", () => HttpResponse.error()));
    await search.fill("sea");
    await vi.advanceTimersByTimeAsync(250);
    await expect.element(banner("Error connecting to server")).toBeVisible();
    await vi.advanceTimersByTimeAsync(3_000);
    await expectCount(banner("Error connecting to server"), 0);
    // The previous rows would look like search results.
    await expect.element(alert("Error connecting to server")).toBeVisible();
    await expectCount(page.getByRole("table"), 0);
  });

  it("loads the list again on Retry in the banner", async () => {
    await showDemo();
    answer(http.get("/api/project/all", () => HttpResponse.json({ message: "No." }, { status: 400 })));
    // Its timer never ends, so the banner stays until the click.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await search.fill("sea c");
    await vi.advanceTimersByTimeAsync(250);
    await expect.element(banner("Failed to load projects from server")).toBeVisible();
    vi.useRealTimers();
    await expectAccessible("a list that did not load");
    answerDemo();
    await banner("Failed to load projects from server").getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByText("1 of 1 project")).toBeInTheDocument();
  });

  it("loads page by page while the user scrolls", async () => {
    await showLongList();
    for (const shown of [50, 100]) {
      const count = page.getByText(`${shown} of 120 projects`);
      await expect.element(count).toBeInTheDocument();
      count.element().scrollIntoView();
    }
    await expect.element(page.getByText("120 of 120 projects")).toBeInTheDocument();
    expect(shownNames()).toHaveLength(120);
    expect(new Set(shownNames()).size).toBe(120);
  });

  it("sorts by the dropdown and marks the sorted column", async () => {
    await showLongList();
    const sort = page.getByRole("combobox", { name: "Sort" });
    await sort.click();
    await expectTexts(page.getByRole("option"), ["All", "Name A-Z", "Name Z-A", "Date Registered Newest", "Date Registered Oldest"]);
    await page.getByRole("option", { name: "Date Registered Oldest" }).click();
    await expect.poll(() => shownNames()[0]).toBe(nameOf(0));
    await expect.element(page.getByRole("columnheader", { name: "Created Date" })).toHaveAttribute("aria-sort", "ascending");
    await sort.click();
    await page.getByRole("option", { name: "Name Z-A" }).click();
    await expect.poll(() => shownNames()[0]).toBe(nameOf(119));
  });

  it("shows an empty state when no project matches and keeps the search after a visit to another mode", async () => {
    await showLongList();
    await search.fill("no such project");
    await expect.element(page.getByText("No projects match your search.")).toBeVisible();
    await page.getByRole("button", { name: "Create Project" }).click();
    await expectAddress(/mode=create/);
    history.back();
    await expect.element(search).toHaveValue("no such project");
    await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().click();
    await expect.element(table).toBeVisible();
  });
});
