import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectCount, textOf } from "../setup/elements";
import { hold } from "../setup/hold";
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

/** Scrolls to the end until this holds. The page grows a moment after more rows have loaded. */
const scrollUntil = (holds: () => boolean) =>
  expect
    .poll(() => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      return holds();
    })
    .toBe(true);

describe("My Assigned Projects with 2,000 projects", () => {
  it("loads page by page, and has only the visible rows of a long list and a long gallery in the document", async () => {
    answerAssigned(surveys(2_000));
    const { held, letThrough } = hold();
    answer(
      http.put("/api/user/preferences", () => HttpResponse.json({})),
      http.get(ASSIGNED, ({ request }) => (request.url.includes("cursor=300") ? held : undefined)),
    );
    await renderScreen(assignedProjects(), "/projects");
    await expect.element(main.getByText("2,000 project(s) assigned", { exact: true })).toBeVisible();
    await expect.element(shown("50 of 2,000")).toBeInTheDocument();
    expect(shownNames()).toHaveLength(50);
    shown("50 of 2,000").element().scrollIntoView();
    await expect.element(shown("100 of 2,000")).toBeInTheDocument();
    expect(new Set(shownNames()).size).toBe(100);
    await scrollUntil(() => shown("300 of 2,000").query() !== null);
    // The row that has the focus stays while the list scrolls. The focus moves at once, because the list measures its rows while it scrolls.
    const details = row("Survey 1700").getByRole("button", { name: "View details" });
    await scrollUntil(() => {
      const { top = -1, bottom = 0 } = row("Survey 1700").query()?.getBoundingClientRect() ?? {};
      const isInView = top >= 0 && bottom <= innerHeight;
      if (isInView) (details.element() as HTMLElement).focus({ preventScroll: true });
      return isInView;
    });
    expect(shownNames().length).toBeLessThan(60);
    await expect.element(row("Survey 1700")).toHaveAttribute("aria-rowindex", "301");
    letThrough();
    await expect.element(shown("350 of 2,000")).toBeInTheDocument();
    expect(shownNames().length).toBeLessThan(60);
    window.scrollTo({ top: 0, behavior: "instant" });
    await expect.element(row("Survey 1999")).toBeInViewport();
    await expect.element(details).toHaveFocus();
    await page.getByRole("button", { name: "Show as gallery" }).click();
    const cards = page.getByRole("list", { name: "Assigned projects" }).getByRole("listitem");
    await expect.element(cards.filter({ hasText: "Survey 1999" })).toBeInViewport();
    expect(cards.elements().length).toBeLessThan(60);
    await scrollUntil(() => main.getByText(/^(350|400) of 2,000 projects$/).query() !== null);
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
    await expect.element(main.getByText("2,000 project(s) assigned", { exact: true })).toBeVisible();
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
