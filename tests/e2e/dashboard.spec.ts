import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { inProduct, insertPeople, insertProjects, withdrawAssignments } from "../setup/product-database";

const card = (page: Page, label: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });
/** Matches a card. A database of this month has nothing to compare with. */
const countedCard = (label: string, since: string) => new RegExp(`^${label}[\\d,]+?([+-]?[\\d,]+\\.\\d% ${since}|[\\d,]+ new this month)$`);
const rows = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table, exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const cards = (page: Page) => page.getByRole("list", { name: "Assigned projects" }).getByRole("listitem");
/** Returns a time after the rows that other tests create meanwhile. */
const soon = () => new Date(Date.now() + 1_000);

test("an admin's dashboard shows live statistics with links and the latest projects", async ({ page, signInAs }) => {
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

test("a superadmin's dashboard shows the number of admins, the latest admins and the map views, and opens maps", async ({
  page,
  signInAs,
}) => {
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

test("a user's dashboard greets the user and lists assigned projects once while they are few", async ({ page, signInAs }) => {
  await signInAs("user");
  const { email } = firstSignIn("user");
  const name = "Assigned just now";
  const remove = await insertProjects([{ name, createdBy: firstSignIn("admin").email, assignedTo: email, createdAt: soon() }]);
  try {
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Demo User" })).toBeVisible();
    await expect(card(page, "Total Projects")).toHaveText(countedCard("Total Projects", "from last month"));
    await expect(page.getByText("Last Project Uploaded").locator("..")).toHaveText(`Last Project Uploaded${name}Today`);
    // The list below shows the same projects.
    await expect(page.getByRole("table", { name: "Recent Projects" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 2, name: "Recent Projects" })).toBeVisible();
    await expect(cards(page).filter({ hasText: name })).toBeVisible();
    await cards(page).getByRole("button", { name: "Open Map Sea Chart of the World" }).click();
    await expect(page).toHaveURL("/dashboard?map=sea-chart-of-the-world");
    await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/dashboard");
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
    await expect(cards(page).filter({ hasText: "Sea Chart of the World" })).toBeVisible();
  } finally {
    await giveBack();
  }
});

test("a user's dashboard has one gallery, with the maps opened last and the favourites first, above the recent projects", async ({
  page,
  baseURL,
}) => {
  const remove = await signInWithProjects(
    page,
    baseURL,
    Array.from({ length: 7 }, (_, index) => ({
      name: `Chart ${index}`,
      mapUrl: "about:blank",
      createdAt: new Date(Date.UTC(2026, 0, 9 - index)),
    })),
  );
  try {
    await inProduct((client) =>
      client.query(
        `INSERT INTO "AccountMapView" ("accountId", "projectId", day, count, "lastViewedAt")
         SELECT s."accountId", p.id, current_date, 1, now() - make_interval(mins => substring(p.name from 7)::int)
           FROM "Project" p JOIN "Assignment" s ON s."projectId" = p.id WHERE p.name IN ('Chart 3', 'Chart 5')`,
      ),
    );
    await page.goto("/dashboard");
    const names = cards(page).locator("bdi");
    const charts = (...numbers: number[]) => numbers.map((number) => `Chart ${number}`);
    await expect(names).toHaveText(charts(3, 5, 0, 1, 2, 4, 6));
    const star = page.getByRole("button", { name: "Favourite Chart 1" });
    await star.click();
    await expect(names).toHaveText(charts(3, 5, 1, 0, 2, 4, 6));
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await page.getByPlaceholder("Search projects...").fill("chart 6");
    await expect(names).toHaveText(charts(6));
    await page.getByPlaceholder("Search projects...").fill("");
    await expect(names).toHaveCount(7);
    const places = await Promise.all(
      ["My Assigned Projects", "Recent Projects"].map((name) => page.getByRole("heading", { level: 2, name, exact: true }).boundingBox()),
    );
    expect(places[0]?.y ?? 0).toBeLessThan(places[1]?.y ?? 0);
    await expect(page.getByRole("table", { name: "Recent Projects" }).getByRole("columnheader")).toHaveText([
      "Project Name",
      "Created By",
      "Open Map",
      "Date Uploaded",
    ]);
    await expectGoodEverywhere(page, "cards on the dashboard");
    await star.click();
    await expect(names).toHaveText(charts(3, 5, 0, 1, 2, 4, 6));
    // A click anywhere on the card opens the map.
    await cards(page)
      .filter({ hasText: "Chart 3" })
      .click({ position: { x: 20, y: 20 } });
    await expect(page).toHaveURL(/\/dashboard\?map=/);
    await expect(page.getByRole("dialog", { name: "Chart 3" })).toBeVisible();
  } finally {
    await remove();
  }
});
