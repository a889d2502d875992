import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { pageHydrated, shellHydrated } from "../setup/hydrated";

const DEMO = "Sea Chart of the World";
const theme = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

const menus = [
  [
    "superadmin",
    "Super Admin",
    [
      "Dashboard",
      "Admin Management",
      "User Management",
      "Groups",
      "Project Management",
      "File Manager",
      "Share Links",
      "Audit Log",
      "API Tokens",
      "Settings",
    ],
  ],
  ["admin", "Admin", ["Dashboard", "Project Management", "User Management", "Groups", "Settings"]],
  ["user", "User", ["Dashboard", "Project Management", "Settings"]],
] as const;

for (const [role, label, entries] of menus) {
  test(`the sidebar and the drawer lead a ${role} to every screen of the role`, async ({ page, signInAs }) => {
    await signInAs(role);
    await page.goto("/dashboard");
    const sidebar = page.getByRole("complementary");

    await test.step("the sidebar names the account, its role and the screens", async () => {
      await expect(sidebar.getByText(label, { exact: true }).last()).toBeVisible();
      await expect(sidebar.getByTitle(firstSignIn(role).email)).toBeVisible();
      await expect(sidebar.getByRole("link")).toHaveText([...entries]);
      expect((await sidebar.boundingBox())?.width).toBe(256);
    });

    await test.step("each entry opens its screen and is marked as current", async () => {
      for (const entry of [...entries.slice(1), "Dashboard"]) {
        await sidebar.getByRole("link", { name: entry, exact: true }).click();
        await expect(sidebar.locator('[aria-current="page"]')).toHaveText(entry);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
    });

    await test.step("the drawer of a small screen has the same entries and closes after a choice", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await shellHydrated(page);
      await page.getByRole("button", { name: "Open menu" }).click();
      const drawer = page.getByRole("dialog", { name: "Menu" });
      await expect(drawer.getByRole("link")).toHaveText([...entries]);
      await drawer.getByRole("link", { name: "Settings" }).click();
      await expect(page).toHaveURL("/settings");
      await expect(drawer).toBeHidden();
    });
  });
}

test("the theme follows the system until the user chooses one, which survives a reload", async ({ page, signInAs }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signInAs("admin");
  await page.goto("/projects");
  await expect(theme(page, "System")).toBeChecked();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await theme(page, "Light").click();
  await expect(page.locator("html")).not.toHaveClass(/\bdark\b/);
  await page.reload();
  await expect(theme(page, "Light")).toBeChecked();
  await expect(page.locator("html")).not.toHaveClass(/\bdark\b/);
});

test("Logout signs out the other tabs and removes the session's data from the browser", async ({ page, context, signInAs }) => {
  await signInAs("user");
  // A refresh that Logout overtakes would store that it failed.
  const refreshed = page.waitForResponse("**/api/auth/refresh");
  await page.goto("/settings");
  await refreshed;
  const other = await context.newPage();
  await other.goto("/projects");
  const kept = () => page.evaluate(() => Object.keys(localStorage));
  expect(await kept()).toContain("sea-vision.session-refresh");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/login");
  await expect(page).toHaveURL("/login");
  expect(await kept()).not.toContain("sea-vision.session-refresh");
});

test("a change of the project mode scrolls to the top", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 300 });
  await signInAs("admin");
  await page.goto("/projects");
  await pageHydrated(page);
  // A wheel scrolls smoothly, and may go on after the page has scrolled to its top.
  await page.evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  // A click would scroll the tab into view first.
  await page
    .getByRole("tab", { name: "Create New Project" })
    .evaluate((tab: HTMLElement) => tab.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  await expect(page).toHaveURL(/mode=create/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

/** Clicks by an event, because a mouse click would scroll the element into view first. */
const press = (target: Locator) => target.evaluate((element: HTMLElement) => element.click());
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

async function scrollDown(page: Page): Promise<number> {
  await pageHydrated(page);
  // A page that is still loading may be too short to scroll.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
      return scrollTop(page);
    })
    .toBeGreaterThan(0);
  return scrollTop(page);
}

test("each screen opened from the sidebar starts at the top, also after Back", async ({ page, signInAs }) => {
  // Every screen is higher than this viewport, so each can scroll.
  await page.setViewportSize({ width: 1440, height: 200 });
  await signInAs("superadmin");
  await page.goto("/users");
  const sidebar = page.getByRole("complementary");
  for (const [entry, path] of [
    ["Settings", "/settings"],
    ["User Management", "/users"],
    ["Audit Log", "/audit-log"],
    ["Dashboard", "/dashboard"],
  ] as const) {
    await scrollDown(page);
    await press(sidebar.getByRole("link", { name: entry }));
    await expect(page).toHaveURL(path);
    await expect.poll(() => scrollTop(page)).toBe(0);
  }
  await scrollDown(page);
  await page.goBack();
  await expect(page).toHaveURL("/audit-log");
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test("a screen keeps its scroll position when a dialog opens or a search changes", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 300 });
  await signInAs("admin");
  // Projects of other tests may fill the first page.
  await page.goto("/projects?search=Sea+Chart");
  const row = page.getByRole("row").filter({ hasText: DEMO });
  await expect(row).toBeVisible();
  const top = await scrollDown(page);
  await press(row.getByRole("button", { name: "View Project" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await scrollTop(page)).toBe(top);
  await page.keyboard.press("Escape");
  await press(row.getByRole("button", { name: "View Map" }));
  await expect(page).toHaveURL(/&map=/);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await scrollTop(page)).toBe(top);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects?search=Sea+Chart");
  expect(await scrollTop(page)).toBe(top);

  await signInAs("superadmin");
  await page.goto("/audit-log");
  const search = page.getByPlaceholder("Search events...");
  // The page streams: the field can't get the focus while its part of the document is hidden.
  await expect(search).toBeVisible();
  const before = await scrollDown(page);
  await search.evaluate((input: HTMLInputElement) => input.focus({ preventScroll: true }));
  await page.keyboard.insertText("s");
  await expect(page).toHaveURL("/audit-log?search=s");
  expect(await scrollTop(page)).toBeGreaterThanOrEqual(Math.min(before, 1));
});
