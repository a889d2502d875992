import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts, within } from "../setup/elements";
import { hold } from "../setup/hold";
import { renderScreen } from "../setup/render";
import { renderInShell } from "../setup/shell";
import { ASSIGNED, admin, answerAssigned, assignedProjects, expectNames, projectRow, screen } from "./assigned-rows";

const LONG = "Depth soundings of the last three seasons, with the tide gauges as layers.";
const { row, column, main, search } = screen;
const threeProjects = [
  projectRow("Harbour Depths", "2026-03-03T12:00:00.000Z", { description: LONG, viewMap: "about:blank", createdBy: admin }),
  projectRow("harbour lights", "2026-03-02T12:00:00.000Z", {
    createdBy: { _id: "0190f3a2-7c1e-7d53-9a65-5f2a7a3f1b12", name: "Super Admin" },
    createdByModel: "SuperAdmin",
  }),
  projectRow("Fjord", "2026-03-01T12:00:00.000Z", { description: "Exactly 30 characters, not 31." }),
];

describe("My Assigned Projects with three projects", () => {
  let list: ReturnType<typeof answerAssigned>["list"];
  beforeEach(() => {
    list = answerAssigned(threeProjects).list;
  });

  it("sorts by the select, marks the sorted column and keeps the order in the address", async () => {
    const { unmount } = await renderScreen(assignedProjects(), "/projects");
    for (const [option, value, names] of [
      ["Name A-Z", "name-asc", ["Fjord", "Harbour Depths", "harbour lights"]],
      ["Name Z-A", "name-desc", ["harbour lights", "Harbour Depths", "Fjord"]],
      ["Date Registered Oldest", "date-oldest", ["Fjord", "harbour lights", "Harbour Depths"]],
      ["Date Registered Newest", "date-newest", ["Harbour Depths", "harbour lights", "Fjord"]],
    ] as const) {
      await page.getByRole("combobox", { name: "Sort" }).click();
      await page.getByRole("option", { name: option }).click();
      await expectNames(names);
      await expectAddress(`/projects?sort=${value}`);
    }
    await expect.element(column("Date Registered")).toHaveAttribute("aria-sort", "descending");
    await column("Created By").getByRole("button").click();
    await expectNames(["Harbour Depths", "harbour lights", "Fjord"]);
    await expectAddress("/projects?sort=creator-asc");
    await unmount();
    await renderScreen(assignedProjects(), "/projects?sort=creator-asc");
    await expect.element(column("Created By")).toHaveAttribute("aria-sort", "ascending");
  });

  it("opens the details by a click anywhere on the row, and has three tab stops in it", async () => {
    await renderScreen(assignedProjects(), "/projects");
    await row("Harbour Depths").click({ position: { x: 500, y: 12 } });
    await expect.element(page.getByRole("dialog", { name: "Harbour Depths" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(row("Harbour Depths").getByRole("button", { name: "View details" })).toHaveFocus();
    expect(within(row("Harbour Depths"), "button:not([tabindex='-1'])")).toHaveLength(3);
  });

  it("shows which details a project lacks", async () => {
    await renderScreen(assignedProjects(), "/projects");
    await row("harbour lights").getByRole("button", { name: "View details" }).click();
    const dialog = page.getByRole("dialog", { name: "harbour lights" });
    await expect.element(dialog.getByText("No description available", { exact: true })).toBeVisible();
    await expect.element(dialog.getByText("No map URL set", { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Open Map" })).toBeDisabled();
    await expect.element(dialog.getByRole("button", { name: "Open in New Tab" })).toBeDisabled();
  });

  it("reports a favourite that can't be saved and shows it as before", async () => {
    answer(http.put("/api/project/favourite/:id", () => HttpResponse.json({}, { status: 500 })));
    await renderScreen(assignedProjects(), "/projects");
    const star = page.getByRole("button", { name: "Favourite Fjord" });
    await star.click();
    await expect.element(page.getByRole("alert").filter({ hasText: "The favourite was not saved. Try again." })).toBeVisible();
    await expect.element(star).toHaveAttribute("aria-pressed", "false");
  });

  it("shows a loading message until the list arrives", async () => {
    const { held, letThrough } = hold();
    answer(http.get(ASSIGNED, () => held));
    await renderScreen(assignedProjects(), "/projects");
    await expect.element(page.getByRole("status").filter({ hasText: "Loading your assigned projects..." })).toBeVisible();
    await expectCount(screen.table, 0);
    await expectCount(page.getByText("No Projects Assigned"), 0);
    letThrough();
    await expectNames(threeProjects.map(({ name }) => name));
    await expectCount(page.getByText("Loading your assigned projects..."), 0);
  });

  it("reloads the list on Refresh", async () => {
    await renderScreen(assignedProjects(), "/projects");
    await expectNames(threeProjects.map(({ name }) => name));
    list.rows = [projectRow("The only one", "2026-03-04T12:00:00.000Z")];
    await page.getByRole("button", { name: "Refresh" }).click();
    await expectNames(["The only one"]);
    await expect.element(main.getByText("1 project(s) assigned", { exact: true })).toBeVisible();
  });
});

describe("the gallery of My Assigned Projects", () => {
  const gallery = page.getByRole("list", { name: "Assigned projects" });
  const cards = gallery.getByRole("listitem");
  const expectCards = async (names: string[]) => {
    await expect.poll(() => (gallery.query() ? within(gallery, "li bdi").map(({ textContent }) => textContent) : [])).toEqual(names);
  };
  beforeEach(() => {
    answerAssigned(threeProjects);
  });

  it("is accessible and fits at every width, in both themes", async () => {
    await renderInShell(assignedProjects("gallery"), "/projects", { role: "user" });
    await expectCount(cards, 3);
    await expectGoodEverywhere("the gallery");
  });

  it("searches and sorts, and opens the map of a card by mouse and by keyboard", async () => {
    await renderScreen(assignedProjects("gallery"), "/projects");
    await search.fill("harbour");
    await expectCards(["Harbour Depths", "harbour lights"]);
    await page.getByRole("combobox", { name: "Sort" }).click();
    await page.getByRole("option", { name: "Name Z-A" }).click();
    await expectCards(["harbour lights", "Harbour Depths"]);
    const dialog = page.getByRole("dialog", { name: "Harbour Depths" });
    await cards.last().click({ position: { x: 30, y: 30 } });
    await expect.element(dialog).toHaveTextContent("Interactive Map View");
    await userEvent.keyboard("{Escape}");
    await expectCount(dialog, 0);
    (cards.last().getByRole("button", { name: "Open Map Harbour Depths" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).toHaveTextContent("Interactive Map View");
    await userEvent.keyboard("{Escape}");
    await search.fill("nothing like it");
    await expect.element(main.getByText("No projects match your search.", { exact: true })).toBeVisible();
  });

  it("opens the details from the menu of a card and returns the focus to the menu", async () => {
    await renderScreen(assignedProjects("gallery"), "/projects");
    const menu = page.getByRole("button", { name: "More actions for harbour lights" });
    await menu.click();
    await expectTexts(page.getByRole("menuitem"), ["View details"]);
    await page.getByRole("menuitem", { name: "View details" }).click();
    await expect.element(page.getByRole("dialog", { name: "harbour lights" })).toHaveTextContent("No map URL set");
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).toHaveFocus();
  });
});
