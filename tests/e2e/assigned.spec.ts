import { expect } from "@playwright/test";
import { assignedScreen, signInWithProjects } from "../setup/assigned-screen";
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
    await expect(screen.main.getByText("3 project(s) assigned", { exact: true })).toBeVisible();
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

  test("searches case-insensitively and clears the search", async ({ page }) => {
    const screen = assignedScreen(page);
    await screen.search.fill("HARBOUR");
    await expect(screen.names).toHaveText(["Harbour Depths", "harbour lights"]);
    await expect(page).toHaveURL("/projects?search=HARBOUR");
    await expect(screen.main.getByText("3 project(s) assigned", { exact: true })).toBeVisible();
    await expect(screen.main.getByText("2 of 2 projects", { exact: true })).toBeVisible();
    await page.getByRole("search").getByRole("button", { name: "Clear search" }).click();
    await expect(screen.names).toHaveCount(3);
    await expect(screen.search).toBeFocused();
    await expect(page).toHaveURL("/projects");

    await screen.search.fill("reef");
    await expect(screen.main.getByText("No projects match your search.", { exact: true })).toBeVisible();
    await expect(screen.main.getByText("3 project(s) assigned", { exact: true })).toBeVisible();
    await screen.main.getByRole("button", { name: "Clear search" }).last().click();
    await expect(screen.names).toHaveCount(3);
    await expect(screen.search).toHaveValue("");
  });

  test("shows a project's details with quick actions and returns the focus when they close", async ({ page }) => {
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

  test("keeps favourites and the layout of the account", async ({ page }) => {
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
  });
});
