import { expect } from "@playwright/test";
import { ASSIGNED_CALL, assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";
import { expectGood } from "../setup/people-screen";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 768, 390]) {
    test(`axe finds nothing on My Assigned Projects, ${colorScheme}, ${width} px, and nothing hangs over`, async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      const screen = assignedScreen(page);
      const removeNobody = await signInWithProjects(page, baseURL, []);
      await page.goto("/projects");
      await expect(screen.main.getByText("No Projects Assigned")).toBeVisible();
      await expectGood(page, "nothing assigned");
      await removeNobody();

      const remove = await signInWithProjects(page, baseURL, [
        {
          name: "A name as long as any name is allowed to be, indeed",
          description: "x".repeat(200),
          mapUrl: `https://x.org/${"y".repeat(300)}`,
        },
        { name: "מפת הנמל" },
      ]);
      try {
        await page.goto("/projects?from=2020-01-01");
        await expect(screen.names).toHaveCount(2);
        await expectGood(page, "the list");
        expect(await screen.table.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth)).toBe(0);
        await screen.filter.click();
        await expect(screen.filters).toBeVisible();
        await expectGood(page, "the filters");
        await page.keyboard.press("Escape");
        await screen.row("A name").getByRole("button", { name: "View details" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectGood(page, "details");
        await page.keyboard.press("Escape");
        await screen.search.fill("nothing like it");
        await expect(screen.main.getByText("No projects match your search and filters.")).toBeVisible();
        await expectGood(page, "no match");
        await page.route(ASSIGNED_CALL, (route) => route.fulfill({ status: 404, json: {} }));
        await page.getByRole("button", { name: "Refresh" }).click();
        await expect(screen.main.getByText("Failed to load projects (404)")).toBeVisible();
        await expectGood(page, "a refresh that failed");
        await page.goto("/projects");
        await expect(screen.main.getByText("Unable to Load Projects")).toBeVisible();
        await expectGood(page, "a failure");
      } finally {
        await remove();
      }
    });
  }
}
