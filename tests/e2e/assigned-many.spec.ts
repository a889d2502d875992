/** My Assigned Projects with 2,000 projects. bench/assigned measures the duration. */
import { expect } from "@playwright/test";
import { assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";

test("My Assigned Projects loads 2,000 projects page by page and searches pages that are not loaded yet", async ({ page, baseURL }) => {
  const HOUR = 3_600_000;
  const remove = await signInWithProjects(
    page,
    baseURL,
    Array.from({ length: 2_000 }, (_, index) => ({
      name: `Survey ${String(index).padStart(4, "0")}`,
      safeName: `survey-${index}`,
      description: "Depth soundings of the last three seasons, with the tide gauges as layers.",
      mapUrl: `${baseURL}/projects/maps/survey-${index}/`,
      createdAt: new Date(Date.UTC(2025, 0, 1) + index * HOUR),
    })),
  );
  try {
    const screen = assignedScreen(page);
    await page.goto("/projects");
    await expect(screen.main.getByText("2,000 projects assigned", { exact: true })).toBeVisible();
    await expect(screen.main.getByText("50 of 2,000 projects", { exact: true })).toBeVisible();
    await expect(screen.names).toHaveCount(50);
    await screen.main.getByText("50 of 2,000 projects").scrollIntoViewIfNeeded();
    await expect(screen.names).toHaveCount(100);
    expect(new Set(await screen.names.allTextContents()).size).toBe(100);

    await test.step("a long list and a long gallery have only visible rows in the document", async () => {
      const toEnd = () => page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
      const shown = (count: number) => screen.main.getByText(`${count} of 2,000 projects`, { exact: true });
      for (const count of [150, 200, 250, 300]) {
        await toEnd();
        await expect(shown(count)).toBeVisible();
      }
      await toEnd();
      await expect(screen.row("Survey 1700")).toBeInViewport();
      await expect(shown(350)).toBeVisible();
      expect(await screen.names.count()).toBeLessThan(60);
      await expect(screen.row("Survey 1700")).toHaveAttribute("aria-rowindex", "301");
      // The row that has the focus stays while the list scrolls.
      const details = screen.row("Survey 1700").getByRole("button", { name: "View details" });
      await details.focus();
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      await expect(screen.row("Survey 1999")).toBeInViewport();
      await expect(details).toBeFocused();
      await page.getByRole("button", { name: "Show as gallery" }).click();
      const cards = page.getByRole("list", { name: "Assigned projects" }).getByRole("listitem");
      await expect(cards.filter({ hasText: "Survey 1999" })).toBeInViewport();
      expect(await cards.count()).toBeLessThan(60);
      await toEnd();
      await expect(screen.main.getByText(/^(350|400) of 2,000 projects$/)).toBeVisible();
      await page.getByRole("button", { name: "Show as list" }).click();
    });

    await screen.search.pressSequentially("survey 000", { delay: 20 });
    await expect(screen.main.getByText("10 of 10 projects", { exact: true })).toBeVisible();
    await expect(screen.names.first()).toHaveText("Survey 0009");
    await expect(screen.main.getByText("2,000 projects assigned", { exact: true })).toBeVisible();

    // A map of a project on the last page.
    await page.goto("/projects?map=survey-3");
    await expect(page.getByRole("dialog", { name: "Survey 0003" })).toBeVisible();
  } finally {
    await remove();
  }
});
