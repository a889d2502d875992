/** The checklist of projects in the form of a user, with forged projects, independent of other tests. */
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { peopleScreen } from "../setup/people-screen";
import { focusSettled } from "../setup/settings-screen";

const NAMES = "**/api/project/names";

function projects(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    _id: `00000000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`,
    name: `Chart ${String(index + 1).padStart(4, "0")}`,
  }));
}

async function openForm(page: Page, count: number): Promise<void> {
  await page.route(NAMES, (route) => route.fulfill({ json: { projects: projects(count) } }));
  await page.goto("/users");
  await page.getByRole("button", { name: "Add User" }).first().click();
}

const box = (page: Page) => page.getByRole("listbox", { name: "Assigned Projects" });
const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const search = (page: Page) => page.getByPlaceholder("Search projects...");
const selected = (page: Page, count: number) => page.getByRole("dialog").getByText(`Selected: ${count} project(s)`, { exact: true });

test.beforeEach(({ signInAs }) => signInAs("superadmin"));

test("the checklist of projects lists 5,000 projects and renders only the visible ones", async ({ page }) => {
  await openForm(page, 5_000);
  await expect(option(page, "Chart 0001")).toHaveAttribute("aria-setsize", "5000");
  expect(await page.getByRole("option").count()).toBeLessThan(30);
  await box(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(option(page, "Chart 2500")).toBeVisible();
  await box(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await option(page, "Chart 5000").click();
  await expect(option(page, "Chart 5000")).toHaveAttribute("aria-selected", "true");
  await expect(selected(page, 1)).toBeVisible();
  expect(await page.getByRole("option").count()).toBeLessThan(30);

  await search(page).fill("CHART 12");
  await expect(option(page, "Chart 1200")).toHaveAttribute("aria-setsize", "100");
  await button(page, "Select all shown").click();
  await expect(selected(page, 101)).toBeVisible();
  await search(page).fill("no such chart");
  await expect(page.getByText("No projects match your search.")).toBeVisible();
  await search(page).fill("");
  await button(page, "Only selected").click();
  await expect(option(page, "Chart 1200")).toHaveAttribute("aria-setsize", "101");
  await option(page, "Chart 1200").click();
  // The deselected project stays visible, so a user can undo a mistake.
  await expect(option(page, "Chart 1200")).toHaveAttribute("aria-selected", "false");
  await expect(selected(page, 100)).toBeVisible();
  await button(page, "Clear all shown").click();
  await expect(selected(page, 0)).toBeVisible();
  await button(page, "Only selected").click();
  await button(page, "Select all").click();
  await expect(selected(page, 5_000)).toBeVisible();

  const { field } = peopleScreen(page, "Search users...");
  let sent: { assignedProjects?: string[] } = {};
  await page.route("**/api/user/create", (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 201, json: { message: "User created successfully" } });
  });
  await field("Full Name").fill("Ada");
  await field("Email").fill("ada@example.com");
  await field("Password").fill("a long password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(new Set(sent.assignedProjects).size).toBe(5_000);
});

test("the checklist of projects works with the keyboard alone", { tag: "@main" }, async ({ page }) => {
  await openForm(page, 5_000);
  await expect(option(page, "Chart 0001")).toBeVisible();
  const active = async () => page.locator(`[id="${await box(page).getAttribute("aria-activedescendant")}"]`).textContent();
  await box(page).focus();
  await expect.poll(active).toBe("Chart 0001");
  for (const [key, name] of [
    ["ArrowDown", "Chart 0002"],
    ["End", "Chart 5000"],
    ["ArrowUp", "Chart 4999"],
    ["Home", "Chart 0001"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(active).toBe(name);
    await expect(option(page, name)).toBeInViewport();
  }
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(selected(page, 2)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(selected(page, 1)).toBeVisible();
  // Enter in the search field searches and does not submit the form.
  await search(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  // Escape in the search field clears it and keeps the form open.
  await search(page).fill("chart");
  await page.keyboard.press("Escape");
  await expect(search(page)).toHaveValue("");
  await expect(box(page)).toBeVisible();
});

test("the checklist of projects gets the focus when it is the first invalid field", async ({ page }) => {
  await openForm(page, 3);
  const { field, wrong } = peopleScreen(page, "Search users...");
  await button(page, "Save User").click();
  await expect(wrong).toHaveText([
    "Full name is required",
    "Email is required",
    "Password is required for new users",
    "At least one project must be assigned",
  ]);
  await expect(field("Full Name")).toBeFocused();
  await focusSettled(page);
  await field("Full Name").fill("Ada");
  await field("Email").fill("ada@example.com");
  await field("Password").fill("a long password");
  await button(page, "Save User").click();
  await expect(wrong).toHaveText(["At least one project must be assigned"]);
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveAccessibleDescription("Selected: 0 project(s) At least one project must be assigned");
  // The error is below the list, so the form scrolls to it.
  await page.setViewportSize({ width: 390, height: 700 });
  for (const attempt of ["the error is new", "the error was there before"]) {
    await page
      .getByRole("dialog")
      .locator("form")
      .locator("..")
      .evaluate((body) => body.scrollTo({ top: 0 }));
    await button(page, "Save User").click();
    await expect(wrong, attempt).toBeInViewport({ ratio: 1 });
    await option(page, "Chart 0002").click();
    await option(page, "Chart 0002").click();
  }
  await option(page, "Chart 0002").click();
  await expect(wrong).toHaveCount(0);
});

test("the checklist of projects shows an empty state without projects", async ({ page }) => {
  await openForm(page, 0);
  await expect(page.getByRole("dialog").getByText("No projects available")).toBeVisible();
  await expect(selected(page, 0)).toBeVisible();
});

test("the checklist of projects reports a failed load and keeps the rest of the form usable", async ({ page, complaints }) => {
  await page.route(NAMES, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/users");
  await page.getByRole("button", { name: "Add User" }).first().click();
  const { field } = peopleScreen(page, "Search users...");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Failed to load projects");
  await field("Full Name").fill("Ada");
  await page.unroute(NAMES);
  await page.route(NAMES, (route) => route.fulfill({ json: { projects: projects(2) } }));
  await button(page, "Try again").click();
  await expect(option(page, "Chart 0002")).toBeVisible();
  await expect(field("Full Name")).toHaveValue("Ada");
  complaints.length = 0;
});

test("the form of a user cannot be saved until the projects of the user are loaded", async ({ page, complaints }) => {
  await page.route("**/api/user/details/*", (route) => route.abort("connectionrefused"));
  await page.goto("/users");
  const screen = peopleScreen(page, "Search users...");
  await screen.search.fill("user@sea-vision.local");
  await screen.row("Demo User").getByRole("button", { name: "Edit" }).click();
  await expect(screen.field("Full Name")).toHaveValue("Demo User");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Failed to load projects");
  await expect(button(page, "Save User")).toBeDisabled();
  await screen.field("Full Name").fill("Typed meanwhile");
  await page.unroute("**/api/user/details/*");
  await button(page, "Try again").click();
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole("dialog").getByText(/^Selected: [1-9]/)).toBeVisible();
  await expect(screen.field("Full Name")).toHaveValue("Typed meanwhile");
  await expect(button(page, "Save User")).toBeEnabled();
  complaints.length = 0;
});
