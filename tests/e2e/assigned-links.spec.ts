import { expect } from "@playwright/test";
import { assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";

test("My Assigned Projects shows its empty state without assigned projects, also with a search", async ({ page, baseURL }) => {
  const remove = await signInWithProjects(page, baseURL, []);
  try {
    for (const path of ["/projects", "/projects?search=harbour&createdBy=unknown"]) {
      await page.goto(path);
      const { main, search } = assignedScreen(page);
      for (const text of [
        "0 project(s) assigned",
        "No projects have been assigned to you yet. Contact your administrator for project access.",
        "No Projects Assigned",
        "You don't have any projects assigned to you yet. Contact your administrator to get access to projects.",
      ]) {
        await expect(main.getByText(text, { exact: true })).toBeVisible();
      }
      await expect(search).toBeHidden();
    }
  } finally {
    await remove();
  }
});

test("My Assigned Projects opens a map from the details and from a URL", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/projects?search=no+such+project&map=sea-chart-of-the-world");
  const map = page.getByRole("dialog", { name: "Sea Chart of the World" });
  await expect(map).toContainText("Interactive Map View");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects?search=no+such+project");
  await page.goto("/projects");
  await assignedScreen(page).row("Sea Chart of the World").getByRole("button", { name: "View details" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open Map" }).click();
  await expect(map).toContainText("Interactive Map View");
  await expect(page).toHaveURL("/projects?map=sea-chart-of-the-world");
  await page.goBack();
  await expect(page).toHaveURL("/projects");
});
