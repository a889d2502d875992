import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { analyticsAnswer } from "../../setup/dashboard-answers";
import { answer } from "../setup/api";
import { expectAccessible, expectGoodEverywhere, setTimeZone } from "../setup/appearance";
import { boxOf, within } from "../setup/elements";
import { renderInShell } from "../setup/shell";
import { answerDashboard, dashboardOf } from "./dashboard-rows";

const chart = page.getByRole("region", { name: "Map Views" });
const bars = chart.getByRole("application");

const DAYS = 7;

/** Shows the superadmin's dashboard with these numbers of views on the last days. */
async function showViews(counts: readonly number[]) {
  answerDashboard("superadmin", {});
  const mapViews = Array.from({ length: DAYS }, (_, index) => ({
    day: new Date(Date.now() - (DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    count: counts[index - DAYS + counts.length] ?? 0,
  }));
  answer(http.get("/api/project/analytics", () => HttpResponse.json({ ...analyticsAnswer("superadmin", {}), mapViews })));
  const screen = await renderInShell(dashboardOf("superadmin"), "/dashboard", { role: "superadmin" });
  await expect.element(chart).toBeVisible();
  return screen;
}

/** Returns the overflow of the page, or of the drawing in its card, in pixels. */
function overhang(): number {
  const drawing = document.querySelector(".recharts-surface");
  const card = drawing?.closest("section");
  if (!drawing || !card) return Number.POSITIVE_INFINITY;
  const beyondCard = drawing.getBoundingClientRect().right - card.getBoundingClientRect().right;
  return Math.max(beyondCard, document.documentElement.scrollWidth - innerWidth);
}

describe("the map views chart", () => {
  // In this time zone the date differs from UTC for almost half of each day.
  beforeEach(() => setTimeZone("Pacific/Honolulu"));
  afterEach(() => setTimeZone(""));

  it.each([
    { name: "one view", counts: [1], total: "1 in the last 7 days", lastBar: "1 view" },
    { name: "many views", counts: [0, 12, 1_000_000, 7, 0, 4_321], total: "1,004,340 in the last 7 days", lastBar: "4,321 views" },
  ])("with $name works by keyboard, is accessible and fits at every width, in both themes", async ({ name, counts, total, lastBar }) => {
    await showViews(counts);
    await expect.element(chart).toHaveTextContent(total);
    await expect.element(bars).toBeVisible();
    await expect.poll(() => within(bars, ".recharts-bar-rectangle path").length).toBe(counts.filter(Boolean).length);
    // A pointer left over the chart by an earlier test would choose the bar below it.
    await userEvent.hover(document.body, { position: { x: 1, y: 1 } });
    (bars.element() as SVGElement).focus();
    // The chart drops keys that come while it draws, so the next one waits for its answer. It stays at its last bar.
    const pressAndRead = async () => {
      await userEvent.keyboard("{ArrowRight}");
      return chart.getByRole("status").element().textContent;
    };
    await expect.poll(pressAndRead).toContain(lastBar);
    // The chart redraws a moment after each change of width.
    await expectGoodEverywhere(`chart of ${name}`, () => expect.poll(overhang).toBeLessThanOrEqual(0));
  });

  it("without views shows an empty state of the same height as the loaded chart", async () => {
    const { unmount } = await showViews([]);
    await expect.element(chart).toHaveTextContent("No Map Views");
    await expect.element(chart).toHaveTextContent("0 in the last 7 days");
    await expectAccessible("chart of no views");
    const { height } = boxOf(chart);
    await unmount();
    await showViews([3]);
    await expect.element(bars).toBeVisible();
    expect(boxOf(chart).height).toBe(height);
  });
});
