import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { ASSIGNED_CALL, assignedScreen, signInWithProjects } from "../setup/assigned-screen";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { chooseAction } from "../setup/project-menu";

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
    // The message may come before the load event, and disappears.
    await page.goto("/projects?project=sea-chart-of-the-world", { waitUntil: "commit" });
    await expect(page.getByText("This project doesn't exist, or you can't open it.")).toBeVisible();
    await expect(page).toHaveURL("/projects");
  });

  test("opens the details by a click anywhere on the row, and has three tab stops in it", async ({ page }) => {
    const screen = assignedScreen(page);
    const row = screen.row("Harbour Depths");
    await row.click({ position: { x: 500, y: 12 } });
    await expect(page.getByRole("dialog", { name: "Harbour Depths" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row.getByRole("button", { name: "View details" })).toBeFocused();
    const stops = row.locator("button:not([tabindex='-1'])");
    await expect(stops).toHaveCount(3);
  });

  test("keeps favourites and the layout of the account, and opens maps from the gallery", { tag: "@main" }, async ({
    page,
    complaints,
  }) => {
    const screen = assignedScreen(page);
    const star = page.getByRole("button", { name: "Favourite Harbour Depths" });
    await expect(star).toHaveAttribute("aria-pressed", "false");
    // The star changes before the server has answered.
    const starred = page.waitForResponse("**/api/project/favourite/*");
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await starred;
    const saved = page.waitForResponse("**/api/user/preferences");
    await page.getByRole("button", { name: "Show as gallery" }).click();
    await saved;
    const gallery = page.getByRole("list", { name: "Assigned projects" });
    const cards = gallery.getByRole("listitem");
    await expect(cards).toHaveCount(3);
    await page.reload();
    await expect(cards).toHaveCount(3);
    await expect(screen.table).toHaveCount(0);
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await expect(cards.first()).toContainText(LONG);
    await expect(cards.first()).toContainText("Updated Mar 3, 2026");
    await expectGoodEverywhere(page, "the gallery");

    await screen.search.fill("harbour");
    await expect(cards.locator("bdi")).toHaveText(["Harbour Depths", "harbour lights"]);
    await page.getByRole("combobox", { name: "Sort" }).click();
    await page.getByRole("option", { name: "Name Z-A" }).click();
    await expect(cards.locator("bdi")).toHaveText(["harbour lights", "Harbour Depths"]);
    await cards.last().click({ position: { x: 30, y: 30 } });
    await expect(page.getByRole("dialog", { name: "Harbour Depths" })).toContainText("Interactive Map View");
    await page.keyboard.press("Escape");
    await cards.last().getByRole("button", { name: "Open Map Harbour Depths" }).press("Enter");
    await expect(page.getByRole("dialog", { name: "Harbour Depths" })).toContainText("Interactive Map View");
    await page.keyboard.press("Escape");
    await chooseAction(page, "harbour lights", "View details");
    await expect(page.getByRole("dialog", { name: "harbour lights" })).toContainText("No map URL set");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "More actions for harbour lights" })).toBeFocused();
    await screen.search.fill("nothing like it");
    await expect(screen.main.getByText("No projects match your search.", { exact: true })).toBeVisible();
    // The host of the map does not exist.
    complaints.length = 0;
  });

  test("reports a favourite that can't be saved and shows it as before", async ({ page, complaints }) => {
    await page.route("**/api/project/favourite/*", (route) => route.fulfill({ status: 500, json: {} }));
    const star = page.getByRole("button", { name: "Favourite Fjord" });
    await star.click();
    await expect(page.getByRole("alert").filter({ hasText: "The favourite was not saved. Try again." })).toBeVisible();
    await expect(star).toHaveAttribute("aria-pressed", "false");
    complaints.length = 0;
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
