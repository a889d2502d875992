import { expect } from "@playwright/test";
import { ASSIGNED_CALL, assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";

const LONG = "Depth soundings of the last three seasons, with the tide gauges as layers.";
const projects = () => [
  { name: "Harbour Depths", description: LONG, mapUrl: "https://maps.example.org/harbour", createdBy: firstSignIn("admin").email, day: 3 },
  { name: "harbour lights", createdBy: firstSignIn("superadmin").email, day: 2 },
  { name: "Fjord", description: "Exactly 30 characters, not 31.", day: 1 },
];

test.describe("My Assigned Projects with three projects", () => {
  let remove: () => Promise<void>;
  test.beforeEach(async ({ page, baseURL }) => {
    const given = projects().map(({ day, ...project }) => ({ ...project, createdAt: new Date(Date.UTC(2026, 2, day, 12)) }));
    remove = await signInWithProjects(page, baseURL, given);
    await page.goto("/projects");
  });
  test.afterEach(() => remove());

  test("lists name, creator, map and date of each project", { tag: "@main" }, async ({ page }) => {
    const screen = assignedScreen(page);
    await expect(page.getByRole("heading", { level: 1, name: "My Assigned Projects" })).toBeVisible();
    await expect(screen.main.getByText("3 projects assigned", { exact: true })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(["Project Name", "Created By", "View Map", "Date Registered", "Actions"]);
    await expect(screen.names).toHaveText(["Harbour Depths", "harbour lights", "Fjord"]);
    await expect(screen.row("Harbour Depths")).toContainText("Depth soundings of the last th...");
    await expect(screen.row("Fjord")).toContainText("Exactly 30 characters, not 31.");
    await expect(screen.row("Harbour Depths")).toContainText("Demo Admin");
    await expect(screen.row("Harbour Depths").getByText("DA", { exact: true })).toBeVisible();
    await expect(screen.row("Harbour Depths").getByText("Admin", { exact: true })).toBeVisible();
    // The superadmin of the first run has the role's name.
    await expect(screen.row("harbour lights").getByText("Super Admin", { exact: true })).toHaveCount(2);
    await expect(screen.row("Fjord").getByText("Unknown", { exact: true })).toBeVisible();
    await expect(screen.row("Fjord").getByText("Mar 1, 2026", { exact: true })).toBeVisible();
    const openMap = screen.row("Fjord").getByRole("button", { name: "Open Map Fjord" });
    await expect(openMap).toBeDisabled();
    await expect(openMap).toHaveAttribute("title", "No map URL available");
    await expect(screen.row("Harbour Depths").getByRole("button", { name: "Open Map" })).toBeEnabled();
    await expect(page.getByRole("button", { name: "Create Project" })).toHaveCount(0);
  });

  test("searches case-insensitively and clears the search", { tag: "@main" }, async ({ page }) => {
    const screen = assignedScreen(page);
    await screen.search.fill("HARBOUR");
    await expect(screen.names).toHaveText(["Harbour Depths", "harbour lights"]);
    await expect(page).toHaveURL("/projects?search=HARBOUR");
    await expect(screen.main.getByText("3 projects assigned", { exact: true })).toBeVisible();
    await expect(screen.main.getByText("2 of 2 projects", { exact: true })).toBeVisible();
    await page.getByRole("search").getByRole("button", { name: "Clear search" }).click();
    await expect(screen.names).toHaveCount(3);
    await expect(screen.search).toBeFocused();
    await expect(page).toHaveURL("/projects");

    await screen.search.fill("reef");
    await expect(screen.main.getByText("No projects match your search.", { exact: true })).toBeVisible();
    await expect(screen.main.getByText("3 projects assigned", { exact: true })).toBeVisible();
    await screen.main.getByRole("button", { name: "Clear search" }).last().click();
    await expect(screen.names).toHaveCount(3);
    await expect(screen.search).toHaveValue("");
  });

  test("sorts by the select, marks the sorted column and keeps the order in the URL", async ({ page }) => {
    const screen = assignedScreen(page);
    const sort = page.getByRole("combobox", { name: "Sort" });
    for (const [option, value, names] of [
      ["Name A-Z", "name-asc", ["Fjord", "Harbour Depths", "harbour lights"]],
      ["Name Z-A", "name-desc", ["harbour lights", "Harbour Depths", "Fjord"]],
      ["Date Registered Oldest", "date-oldest", ["Fjord", "harbour lights", "Harbour Depths"]],
      ["Date Registered Newest", "date-newest", ["Harbour Depths", "harbour lights", "Fjord"]],
    ] as const) {
      await sort.click();
      await page.getByRole("option", { name: option }).click();
      await expect(screen.names).toHaveText([...names]);
      await expect(page).toHaveURL(`/projects?sort=${value}`);
    }
    await expect(screen.column("Date Registered")).toHaveAttribute("aria-sort", "descending");
    await screen.column("Created By").getByRole("button").click();
    await expect(screen.names).toHaveText(["Harbour Depths", "harbour lights", "Fjord"]);
    await page.reload();
    await expect(screen.column("Created By")).toHaveAttribute("aria-sort", "ascending");
  });

  test("shows a project's details with quick actions and returns the focus when they close", { tag: "@main" }, async ({ page }) => {
    const screen = assignedScreen(page);
    const details = screen.row("Harbour Depths").getByRole("button", { name: "View details" });
    await details.click();
    const dialog = page.getByRole("dialog", { name: "Harbour Depths" });
    await expect(dialog.getByText("Project Details", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("term")).toHaveText(["Description", "Map URL", "Created By", "Date Created"]);
    await expect(dialog.getByRole("definition").nth(0)).toHaveText(LONG);
    await expect(dialog.getByRole("definition").nth(2)).toContainText("Demo Admin");
    await expect(dialog.getByRole("definition").nth(3)).toHaveText("Mar 3, 2026");
    await expect(dialog.getByText("Quick Actions", { exact: true })).toBeVisible();
    const newTab = dialog.getByRole("link", { name: "Open in New Tab" });
    await expect(newTab).toHaveAttribute("href", "https://maps.example.org/harbour");
    await expect(newTab).toHaveAttribute("target", "_blank");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(details).toBeFocused();
    await expect(page).toHaveURL("/projects");
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goto("/projects?project=sea-chart-of-the-world");
    await expect(page.getByText("This project doesn't exist, or you can't open it.")).toBeVisible();
    await expect(page).toHaveURL("/projects");
  });

  test("shows which details a project lacks", async ({ page }) => {
    await assignedScreen(page).row("harbour lights").getByRole("button", { name: "View details" }).click();
    const dialog = page.getByRole("dialog", { name: "harbour lights" });
    await expect(dialog.getByText("No description available", { exact: true })).toBeVisible();
    await expect(dialog.getByText("No map URL set", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Open Map" })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Open in New Tab" })).toBeDisabled();
  });

  test("shows a loading message until the list arrives", async ({ page }) => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(ASSIGNED_CALL, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/projects");
    const screen = assignedScreen(page);
    await expect(page.getByRole("status").filter({ hasText: "Loading your assigned projects..." })).toBeVisible();
    await expect(screen.table).toBeHidden();
    await expect(page.getByText("No Projects Assigned")).toBeHidden();
    letThrough();
    await expect(screen.names).toHaveCount(3);
    await expect(page.getByText("Loading your assigned projects...")).toBeHidden();
  });

  test("reloads the list on Refresh", async ({ page }) => {
    const screen = assignedScreen(page);
    await expect(screen.names).toHaveCount(3);
    await remove();
    remove = await signInWithProjects(page, new URL(page.url()).origin, [{ name: "The only one" }]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(screen.names).toHaveText(["The only one"]);
    await expect(screen.main.getByText("1 project assigned", { exact: true })).toBeVisible();
  });
});

test("My Assigned Projects shows its empty state without assigned projects, also with a search", async ({ page, baseURL }) => {
  const remove = await signInWithProjects(page, baseURL, []);
  try {
    for (const path of ["/projects", "/projects?search=harbour&createdBy=unknown"]) {
      await page.goto(path);
      const { main, search } = assignedScreen(page);
      for (const text of [
        "0 projects assigned",
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

test("My Assigned Projects opens a map from the details and from a URL", { tag: "@main" }, async ({ page, signInAs }) => {
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
