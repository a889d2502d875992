import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { setTimeZone } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { ASSIGNED, admin, answerAssigned, assignedProjects, expectNames, projectRow, screen } from "./assigned-rows";

const { filter, filters, main, search } = screen;
const creator = filters.getByRole("combobox", { name: "Created By" });
const all = ["On the 6th", "Late on the 5th", "Early on the 5th"];

describe("the filters of My Assigned Projects", () => {
  let queries: URLSearchParams[];
  // Filters use the days of the user's time zone. In UTC it is often still the day before.
  beforeEach(async () => {
    await setTimeZone("Pacific/Auckland");
    ({ queries } = answerAssigned([
      projectRow("On the 6th", "2026-05-05T12:30:00.000Z", { createdBy: admin }),
      projectRow("Late on the 5th", "2026-05-05T11:30:00.000Z"),
      projectRow("Early on the 5th", "2026-05-04T12:30:00.000Z", { createdBy: admin }),
    ]));
  });
  afterEach(() => setTimeZone(""));

  it("work by keyboard and return the focus to the Filter button", async () => {
    await renderScreen(assignedProjects(), "/projects");
    await expectNames(all);
    (search.element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(filter).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(creator).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("option", { name: "Any creator" })).toHaveFocus();
    // The creators load from the server. End moves to the last loaded option.
    await expect.element(page.getByRole("option", { name: "Unknown" })).toBeVisible();
    await userEvent.keyboard("{End}");
    await expect.element(page.getByRole("option", { name: "Unknown" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectNames(["Late on the 5th"]);
    await userEvent.tab();
    await userEvent.keyboard("05062026");
    await expectAddress("/projects?createdBy=unknown&from=2026-05-06");
    await expect.element(main.getByText("No projects match your filters.", { exact: true })).toBeVisible();
    expect(queries.at(-1)?.get("from")).toBe("2026-05-05T12:00:00.000Z");
    await userEvent.keyboard("{Escape}");
    await expectCount(filters, 0);
    await expect.element(filter).toHaveFocus();
  });

  it("are cleared together with the search when they match no project", async () => {
    await renderScreen(assignedProjects(), "/projects?search=reef&createdBy=unknown&to=2026-05-01");
    await expect.element(main.getByText("No projects match your search and filters.", { exact: true })).toBeVisible();
    await main.getByRole("button", { name: "Clear search and filters" }).click();
    await expectNames(all);
    await expectAddress("/projects");
  });

  it("are cleared alone without a search", async () => {
    await renderScreen(assignedProjects(), "/projects?to=2026-05-01");
    await main.getByRole("button", { name: "Clear filters" }).click();
    await expectNames(all);
  });

  it("are not sent when they are invalid in the address", async () => {
    await renderScreen(assignedProjects(), "/projects?createdBy=me&from=2026-02-31&to=tomorrow");
    await expectNames(all);
    expect(queries.map((query) => ["createdBy", "from", "to"].filter((name) => query.has(name)))).toEqual([[]]);
  });

  it("name a creator without projects", async () => {
    await renderScreen(assignedProjects(), "/projects?createdBy=01900000-0000-7000-8000-000000000000");
    await expect.element(main.getByText("No projects match your filters.", { exact: true })).toBeVisible();
    await filter.click();
    await expectTexts(creator, ["A creator without projects here"]);
  });

  it("report when the creators fail to load, and Retry loads them", async () => {
    answer(http.get(`${ASSIGNED}/creators`, () => HttpResponse.error(), { once: true }));
    await renderScreen(assignedProjects(), "/projects");
    await filter.click();
    await expect.element(filters.getByRole("alert")).toHaveTextContent("The names did not load.");
    await filters.getByRole("button", { name: "Retry" }).click();
    await expectCount(filters.getByRole("alert"), 0);
    await creator.click();
    await expectTexts(page.getByRole("option"), ["Any creator", "Demo Admin", "Unknown"]);
  });
});
