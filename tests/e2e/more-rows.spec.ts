import { expect } from "@playwright/test";
import { ASSIGNED_CALL, assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";

test("the project list of a user reports a later page that fails to load and requests it again only on Retry", async ({
  page,
  baseURL,
  complaints,
}) => {
  const projects = Array.from({ length: 120 }, (_, index) => ({ name: `Later ${index}` }));
  const remove = await signInWithProjects(page, baseURL, projects);
  let isFailing = true;
  let asked = 0;
  await page.route(ASSIGNED_CALL, (route) => {
    if (!route.request().url().includes("cursor=")) return route.continue();
    asked += 1;
    return isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue();
  });
  try {
    const screen = assignedScreen(page);
    await page.goto("/projects");
    await screen.main.getByText("50 of 120 projects").scrollIntoViewIfNeeded();
    const failure = screen.main.getByRole("alert");
    await expect(failure).toHaveText("Failed to load projects (500)");
    await expect(failure).toBeInViewport();
    await expect(screen.names).toHaveCount(50);
    const retry = screen.main.getByRole("button", { name: "Retry" });
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect(failure).toBeVisible();
      expect(asked).toBe(tries);
      if (tries < 3) {
        const answered = page.waitForResponse((response) => response.url().includes("cursor="));
        await retry.click();
        await answered;
      }
    }
    isFailing = false;
    await retry.click();
    await expect(screen.main.getByText("100 of 120 projects")).toBeVisible();
    await expect(failure).toHaveCount(0);
    // The browser logs each failed response.
    complaints.length = 0;
  } finally {
    await remove();
  }
});
