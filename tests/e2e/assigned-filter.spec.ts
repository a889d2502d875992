import { expect } from "@playwright/test";
import { assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";

// Filters use the days of the user's time zone. In UTC it is often still the day before.
test.use({ timezoneId: "Pacific/Auckland" });

let remove: () => Promise<void>;
test.beforeEach(async ({ page, baseURL }) => {
  const admin = firstSignIn("admin").email;
  remove = await signInWithProjects(page, baseURL, [
    { name: "Early on the 5th", createdBy: admin, createdAt: new Date("2026-05-04T12:30:00Z") },
    { name: "Late on the 5th", createdAt: new Date("2026-05-05T11:30:00Z") },
    { name: "On the 6th", createdBy: admin, createdAt: new Date("2026-05-05T12:30:00Z") },
  ]);
  await page.goto("/projects");
});
test.afterEach(() => remove());

test("the filters of My Assigned Projects narrow the list, show their number and stay in the URL", async ({ page }) => {
  const screen = assignedScreen(page);
  await expect(screen.names).toHaveCount(3);
  await screen.filter.click();
  await screen.filters.getByRole("combobox", { name: "Created By" }).click();
  await expect(page.getByRole("option")).toHaveText(["Any creator", "Demo Admin", "Unknown"]);
  await page.getByRole("option", { name: "Demo Admin" }).click();
  await expect(screen.names).toHaveText(["On the 6th", "Early on the 5th"]);
  await expect(screen.filter).toHaveAccessibleName("Filter 1 on");
  await screen.filters.getByLabel("From").fill("2026-05-05");
  await screen.filters.getByLabel("To").fill("2026-05-05");
  await expect(screen.names).toHaveText(["Early on the 5th"]);
  await expect(screen.filter).toHaveAccessibleName("Filter 2 on");
  await expect(screen.main.getByText("3 project(s) assigned", { exact: true })).toBeVisible();
  await screen.filters.getByRole("button", { name: "Done" }).click();
  await expect(screen.filters).toBeHidden();
  await expect(page).toHaveURL(/\/projects\?createdBy=[\da-f-]{36}&from=2026-05-05&to=2026-05-05$/);

  await page.reload();
  await expect(screen.names).toHaveText(["Early on the 5th"]);
  await screen.filter.click();
  await expect(screen.filters.getByRole("combobox", { name: "Created By" })).toHaveText("Demo Admin");
  await expect(screen.filters.getByLabel("From")).toHaveValue("2026-05-05");
  await screen.filters.getByRole("button", { name: "Clear filters" }).click();
  await expect(screen.names).toHaveCount(3);
  await expect(screen.filters.getByLabel("From")).toHaveValue("");
  await expect(screen.filters.getByRole("button", { name: "Clear filters" })).toBeDisabled();
  await expect(screen.filter).toHaveAccessibleName("Filter");
  await expect(page).toHaveURL("/projects");
});
