import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { insertProjects } from "../setup/product-database";

test("an admin's dashboard has live figures that lead to what they count, and the latest projects", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("Welcome back, Demo Admin")).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Project Name", "Open Map", "Date Uploaded"]);
  const total = page.getByRole("main").getByRole("link", { name: /^Total Projects/ });
  await expect(total).toHaveText(/\d$/);
  await expect(page.getByRole("link", { name: /^Total Admins/ })).toHaveCount(0);

  const name = "Newest of all the projects";
  // Later than what any other test makes meanwhile.
  const remove = await insertProjects([{ name, createdAt: new Date(Date.now() + 1_000) }]);
  try {
    await page.getByRole("button", { name: "Refresh" }).click();
    const first = page.getByRole("table", { name: "Recent Project Imports" }).getByRole("row").nth(1);
    await expect(first).toContainText(name);
    await expect(first).toContainText("Today");
    await first.getByRole("button", { name: "View Map" }).click();
    await expect(page.getByRole("alert").filter({ hasText: `No map URL available for ${name}` })).toBeVisible();
  } finally {
    await remove();
  }
  await total.click();
  await expect(page).toHaveURL("/projects");
  await page.goBack();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Total Users/ })
    .click();
  await expect(page).toHaveURL("/users");
});

test("a superadmin's dashboard counts admins as well, and opens maps", async ({ page, signInAs }) => {
  // The demo map may have been pushed off the list by newer ones: this one is as new as can be, and its map somebody else's page.
  const name = "A map of somewhere else";
  const createdAt = new Date(Date.now() + 1_000);
  const remove = await insertProjects([{ name, description: "Kept elsewhere", mapUrl: "about:blank", createdAt }]);
  try {
    await signInAs("superadmin");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Super Admin Dashboard" })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(["Project Name", "Description", "View Map", "Date Uploaded"]);
    const row = page.getByRole("table", { name: "Recent Projects" }).getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("Kept elsewhere");
    await row.getByRole("button", { name: "View Map" }).click();
    await expect(page.getByRole("dialog", { name })).toContainText("Interactive Map View");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/dashboard");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Total Admins/ })
      .click();
    await expect(page).toHaveURL("/admin-management");
  } finally {
    await remove();
  }
});

test("a user's dashboard is My Assigned Projects, where maps open too", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "My Assigned Projects" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Sea Chart of the World" });
  await row.getByRole("button", { name: "Open Map" }).click();
  await expect(page).toHaveURL("/dashboard?map=sea-chart-of-the-world");
  await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toBeVisible();
  await expectAccessible(page, "a map over the dashboard of a user");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");
});
