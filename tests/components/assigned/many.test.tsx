import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectCount, textOf } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { ASSIGNED, answerAssigned, assignedProjects, projectRow, screen, shownNames } from "./assigned-rows";

const HOUR = 3_600_000;
const { main, row, search } = screen;
const shown = (count: string) => main.getByText(`${count} projects`, { exact: true });

/** Returns projects from the newest one to the oldest one, which is number 0. */
function surveys(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = count - 1 - index;
    return projectRow(`Survey ${String(number).padStart(4, "0")}`, new Date(Date.UTC(2025, 0, 1) + number * HOUR).toISOString(), {
      description: "Depth soundings of the last three seasons, with the tide gauges as layers.",
      viewMap: `https://maps.example.org/survey-${number}/`,
    });
  });
}

const toEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });

describe("My Assigned Projects with 2,000 projects", () => {
  it("loads page by page, and has only the visible rows of a long list and a long gallery in the document", async () => {
    answerAssigned(surveys(2_000));
    answer(http.put("/api/user/preferences", () => HttpResponse.json({})));
    await renderScreen(assignedProjects(), "/projects");
    await expect.element(main.getByText("2,000 projects assigned", { exact: true })).toBeVisible();
    await expect.element(shown("50 of 2,000")).toBeInTheDocument();
    expect(shownNames()).toHaveLength(50);
    shown("50 of 2,000").element().scrollIntoView();
    await expect.element(shown("100 of 2,000")).toBeInTheDocument();
    expect(new Set(shownNames()).size).toBe(100);
    for (const count of [150, 200, 250, 300]) {
      toEnd();
      await expect.element(shown(`${count} of 2,000`)).toBeInTheDocument();
    }
    toEnd();
    await expect.element(row("Survey 1700")).toBeInViewport();
    await expect.element(shown("350 of 2,000")).toBeInTheDocument();
    expect(shownNames().length).toBeLessThan(60);
    await expect.element(row("Survey 1700")).toHaveAttribute("aria-rowindex", "301");
    // The row that has the focus stays while the list scrolls.
    const details = row("Survey 1700").getByRole("button", { name: "View details" });
    (details.element() as HTMLElement).focus();
    window.scrollTo({ top: 0, behavior: "instant" });
    await expect.element(row("Survey 1999")).toBeInViewport();
    await expect.element(details).toHaveFocus();
    await page.getByRole("button", { name: "Show as gallery" }).click();
    const cards = page.getByRole("list", { name: "Assigned projects" }).getByRole("listitem");
    await expect.element(cards.filter({ hasText: "Survey 1999" })).toBeInViewport();
    expect(cards.elements().length).toBeLessThan(60);
    toEnd();
    await expect.element(main.getByText(/^(350|400) of 2,000 projects$/)).toBeInTheDocument();
    await page.getByRole("button", { name: "Show as list" }).click();
    await expect.element(screen.table).toBeVisible();
  });

  it("searches pages that are not loaded yet", async () => {
    const { queries } = answerAssigned(surveys(2_000));
    await renderScreen(assignedProjects(), "/projects");
    await expect.element(shown("50 of 2,000")).toBeInTheDocument();
    await userEvent.type(search, "survey 000");
    await expect.element(shown("10 of 10")).toBeVisible();
    expect(shownNames()[0]).toBe("Survey 0009");
    await expect.element(main.getByText("2,000 projects assigned", { exact: true })).toBeVisible();
    expect(queries.at(-1)?.get("search")).toBe("survey 000");
  });
});

it("My Assigned Projects reports a later page that fails to load and requests it again only on Retry", async () => {
  answerAssigned(surveys(120));
  let isFailing = true;
  let asked = 0;
  answer(
    http.get(ASSIGNED, ({ request }) => {
      if (!request.url.includes("cursor=")) return undefined;
      asked += 1;
      return isFailing ? HttpResponse.json({}, { status: 500 }) : undefined;
    }),
  );
  await renderScreen(assignedProjects(), "/projects");
  await expect.element(shown("50 of 120")).toBeInTheDocument();
  shown("50 of 120").element().scrollIntoView();
  const failure = main.getByRole("alert");
  await expect.poll(() => failure.elements().map(textOf)).toEqual(["Failed to load projects (500)"]);
  await expect.element(failure).toBeInViewport();
  expect(shownNames()).toHaveLength(50);
  const retry = main.getByRole("button", { name: "Retry" });
  for (let tries = 1; tries <= 3; tries += 1) {
    await expect.element(failure).toBeVisible();
    expect(asked).toBe(tries);
    if (tries < 3) {
      await retry.click();
      await expect.poll(() => asked).toBe(tries + 1);
    }
  }
  isFailing = false;
  await retry.click();
  await expect.element(shown("100 of 120")).toBeInTheDocument();
  await expectCount(failure, 0);
});
