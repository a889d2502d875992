import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { renderInShell } from "../setup/shell";
import { ASSIGNED, answerAssigned, assignedProjects, projectRow, screen, shownNames } from "./assigned-rows";

const { main, table, filter, filters, search } = screen;
const show = (path: string) => renderInShell(assignedProjects(), path, { role: "user" });
const hiddenWidth = () => {
  const { parentElement: frame } = table.element();
  return frame && frame.scrollWidth - frame.clientWidth;
};

describe("My Assigned Projects is accessible and fits at every width, in both themes", () => {
  it("without projects", async () => {
    answerAssigned([]);
    await show("/projects");
    await expect.element(main.getByText("No Projects Assigned")).toBeVisible();
    await expectGoodEverywhere("nothing assigned");
  });

  it("with long names, with open filters, without a match and after a failed refresh", async () => {
    answerAssigned([
      projectRow("A name as long as any name is allowed to be, indeed", "2026-03-03T12:00:00.000Z", {
        description: "x".repeat(200),
        viewMap: `https://x.org/${"y".repeat(300)}`,
      }),
      projectRow("מפת הנמל", "2026-03-02T12:00:00.000Z"),
    ]);
    await show("/projects?from=2020-01-01");
    await expect.poll(() => shownNames().length).toBe(2);
    await expectGoodEverywhere("the list", () => expect.poll(hiddenWidth).toBe(0));
    await filter.click();
    await expect.element(filters).toBeVisible();
    await expectGoodEverywhere("the filters");
    await userEvent.keyboard("{Escape}");
    await search.fill("nothing like it");
    await expect.element(main.getByText("No projects match your search and filters.")).toBeVisible();
    await expectGoodEverywhere("no match");
    answer(http.get(ASSIGNED, () => HttpResponse.json({}, { status: 404 })));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(main.getByText("Failed to load projects (404)")).toBeVisible();
    await expectGoodEverywhere("a refresh that failed");
  });

  it("after a failure on entry", async () => {
    answer(http.get(ASSIGNED, () => HttpResponse.json({}, { status: 404 })));
    await show("/projects");
    await expect.element(main.getByText("Unable to Load Projects")).toBeVisible();
    await expectGoodEverywhere("a failure");
  });
});
