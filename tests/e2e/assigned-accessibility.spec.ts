import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { ASSIGNED_CALL, assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";

test("My Assigned Projects is accessible and fits at every width, in both themes", async ({ page, baseURL }) => {
  const screen = assignedScreen(page);
  const removeEmptyAccount = await signInWithProjects(page, baseURL, []);
  await page.goto("/projects");
  await expect(screen.main.getByText("No Projects Assigned")).toBeVisible();
  await expectGoodEverywhere(page, "nothing assigned");
  await removeEmptyAccount();

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
    await expectGoodEverywhere(page, "the list", () =>
      expect.poll(() => screen.table.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth)).toBe(0),
    );
    await screen.filter.click();
    await expect(screen.filters).toBeVisible();
    await expectGoodEverywhere(page, "the filters");
    await page.keyboard.press("Escape");
    await screen.search.fill("nothing like it");
    await expect(screen.main.getByText("No projects match your search and filters.")).toBeVisible();
    await expectGoodEverywhere(page, "no match");
    await page.route(ASSIGNED_CALL, (route) => route.fulfill({ status: 404, json: {} }));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(screen.main.getByText("Failed to load projects (404)")).toBeVisible();
    await expectGoodEverywhere(page, "a refresh that failed");
    await page.goto("/projects");
    await expect(screen.main.getByText("Unable to Load Projects")).toBeVisible();
    await expectGoodEverywhere(page, "a failure");
  } finally {
    await remove();
  }
});
