import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { insertPeople, insertProjects, withdrawAssignments } from "../setup/product-database";

const card = (page: Page, label: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });
/** Matches a card. A database of this month has nothing to compare with. */
const countedCard = (label: string, since: string) => new RegExp(`^${label}[\\d,]+?([+-]?[\\d,]+\\.\\d% ${since}|[\\d,]+ new this month)$`);
const rows = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table, exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
/** Returns a time after the rows that other tests create meanwhile. */
const soon = () => new Date(Date.now() + 1_000);

test("an admin's dashboard shows live statistics with links and the latest projects", { tag: "@main" }, async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("Welcome back, Demo Admin")).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Project Name", "Open Map", "Date Uploaded"]);
  for (const label of ["Total Users", "Total Projects"]) {
    await expect(card(page, label)).toHaveText(countedCard(label, "versus last month"));
  }
  await expect(card(page, "Total Admins")).toHaveCount(0);
  const before = Number((await card(page, "Total Projects").locator(".tabular-nums").first().textContent())?.replace(",", ""));

  const name = "Newest of all the projects";
  const remove = await insertProjects([{ name, createdAt: soon() }]);
  try {
    await page.getByRole("button", { name: "Refresh" }).click();
    const first = rows(page, "Recent Project Imports").first();
    await expect(first).toContainText(name);
    await expect(first).toContainText("Today");
    await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText(`Last Project Uploaded${name}Today`);
    await expect(card(page, "Total Projects")).toContainText((before + 1).toLocaleString("en-US"));
    await first.getByRole("button", { name: "View Map" }).click();
    await expect(page.getByRole("alert").filter({ hasText: `No map URL available for ${name}` })).toBeVisible();
  } finally {
    await remove();
  }
  await card(page, "Total Projects").click();
  await expect(page).toHaveURL("/projects");
  await page.goBack();
  await card(page, "Total Users").click();
  await expect(page).toHaveURL("/users");
});

test("a superadmin's dashboard shows the number of admins, the latest admins and the map views, and opens maps", {
  tag: "@main",
}, async ({ page, signInAs }) => {
  // Newer projects of other tests may hide the demo map. This project is the newest, and its map is an external page.
  const name = "A map of somewhere else";
  const removeProject = await insertProjects([{ name, description: "Kept elsewhere", mapUrl: "about:blank", createdAt: soon() }]);
  const removeAdmin = await insertPeople([
    { role: "admin", name: "Newest Admin", email: "newest.admin@harbour.example", createdAt: soon() },
  ]);
  try {
    await signInAs("superadmin");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Super Admin Dashboard" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Recent Projects" }).getByRole("columnheader")).toHaveText([
      "Project Name",
      "Description",
      "View Map",
      "Date Uploaded",
    ]);
    await expect(page.getByRole("table", { name: "Recent Admins" }).getByRole("columnheader")).toHaveText([
      "Name",
      "Email",
      "Date Created",
    ]);
    for (const label of ["Total Users", "Total Projects", "Total Admins"]) {
      await expect(card(page, label)).toHaveText(countedCard(label, "from last month"));
    }
    await expect(page.getByRole("region", { name: "Map Views" })).toContainText("in the last 30 days");
    const newest = rows(page, "Recent Admins").first();
    await expect(newest).toContainText("Newest Admin");
    await expect(newest).toContainText("newest.admin@harbour.example");
    await expect(newest).toContainText("Today");
    const row = rows(page, "Recent Projects").first();
    await expect(row).toContainText("Kept elsewhere");
    await row.getByRole("button", { name: "View Map" }).click();
    await expect(page.getByRole("dialog", { name })).toContainText("Interactive Map View");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/dashboard");
    await card(page, "Total Admins").click();
    await expect(page).toHaveURL("/admin-management");
  } finally {
    await removeProject();
    await removeAdmin();
  }
});

test("a user's dashboard greets the user, lists recent and assigned projects, and opens maps from both lists", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  await signInAs("user");
  const { email } = firstSignIn("user");
  const name = "Assigned just now";
  const remove = await insertProjects([{ name, createdBy: firstSignIn("admin").email, assignedTo: email, createdAt: soon() }]);
  try {
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Demo User" })).toBeVisible();
    await expect(card(page, "Total Projects")).toHaveText(countedCard("Total Projects", "from last month"));
    await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText(`Last Project Uploaded${name}Today`);
    await expect(page.getByRole("table", { name: "Recent Projects" }).getByRole("columnheader")).toHaveText([
      "Project Name",
      "Created By",
      "Open Map",
      "Date Uploaded",
    ]);
    const first = rows(page, "Recent Projects").first();
    await expect(first).toContainText(name);
    await expect(first).toContainText("Demo Admin");
    await first.getByRole("button", { name: "Open Map" }).click();
    await expect(page.getByRole("alert").filter({ hasText: `No map URL available for ${name}` })).toBeVisible();

    await expect(page.getByRole("heading", { level: 2, name: "My Assigned Projects" })).toBeVisible();
    await expect(rows(page, "Assigned projects").filter({ hasText: name })).toBeVisible();
    for (const table of ["Recent Projects", "Assigned projects"]) {
      const row = rows(page, table).filter({ hasText: "Sea Chart of the World" });
      await row.getByRole("button", { name: "Open Map" }).click();
      await expect(page).toHaveURL("/dashboard?map=sea-chart-of-the-world");
      await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL("/dashboard");
    }
  } finally {
    await remove();
  }
});

test("the dashboard of a user without projects shows its empty state, and Refresh shows newly assigned projects", async ({
  page,
  signInAs,
}) => {
  await signInAs("user");
  const giveBack = await withdrawAssignments(firstSignIn("user").email);
  try {
    await page.goto("/dashboard");
    await expect(page.getByText("No projects have been assigned to you yet. Contact your administrator for project access.")).toBeVisible();
    await expect(page.getByText("No Projects Yet", { exact: true })).toBeVisible();
    await expect(page.getByText("Contact your administrator to get access to projects.")).toBeVisible();
    await expect(page.getByText("No projects yet", { exact: true })).toBeVisible();
    await expect(card(page, "Total Projects")).toHaveText(/^Total Projects0/);
    await expect(page.getByRole("heading", { name: "My Assigned Projects" })).toHaveCount(0);
    await expect(page.getByText("No Projects Assigned")).toHaveCount(0);
    await giveBack();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(rows(page, "Recent Projects").filter({ hasText: "Sea Chart of the World" })).toBeVisible();
    await expect(rows(page, "Assigned projects").filter({ hasText: "Sea Chart of the World" })).toBeVisible();
  } finally {
    await giveBack();
  }
});
