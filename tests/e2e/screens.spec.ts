import { expect, type Locator, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { shellHydrated } from "../setup/hydrated";

const DEMO = "Sea Chart of the World";
/** Projects of other tests may fill the first page. */
const LIST = "/projects?search=Sea+Chart";

interface Screen {
  name: string;
  /** Null is a visitor who is not signed in. */
  roles: readonly (Role | null)[];
  path: string;
  /** What the loaded screen shows. */
  shows: (page: Page) => Locator;
  /** Steps from the loaded screen to the state to check. */
  open?: (page: Page) => Promise<void>;
}

const everyRole = ["user", "admin", "superadmin"] as const;
const admins = ["admin", "superadmin"] as const;

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first();
const row = (text: string) => (page: Page) => page.getByRole("row").filter({ hasText: text });
const card = (text: string) => (page: Page) => page.getByRole("listitem").filter({ hasText: text });
const rowButton = (text: string, name: string | RegExp) => (page: Page) => row(text)(page).getByRole("button", { name }).click();
const dialog = (page: Page) => page.getByRole("dialog");

async function nameProject(page: Page): Promise<void> {
  await page.getByLabel("Project Name").fill("Every screen");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Upload ZIP File/ })).toBeVisible();
}

const chooseUpload = (name: RegExp, title: string) => async (page: Page) => {
  await nameProject(page);
  await press(name)(page);
  await expect(heading(title)(page)).toBeVisible();
};

async function openMap(page: Page): Promise<void> {
  await rowButton(DEMO, /^(View|Open) Map\b/)(page);
  await expect(page.frameLocator("iframe").locator(".leaflet-tile-loaded").first()).toBeVisible();
}

async function openFullScreen(page: Page): Promise<void> {
  await openMap(page);
  await press("Full Screen View")(page);
  await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
}

async function openAccess(page: Page): Promise<void> {
  await rowButton(DEMO, "View Project")(page);
  await page.getByRole("tab", { name: "Access" }).click();
  await expect(page.getByRole("combobox", { name: "General access" })).toBeVisible();
}

async function openLinks(page: Page): Promise<void> {
  await openAccess(page);
  await page.getByRole("tab", { name: /^Links/ }).click();
  await expect(heading("Create Link")(page)).toBeVisible();
}

async function searchPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(text);
  await expect(page.getByRole("option").filter({ hasText: text }).first()).toBeVisible();
}

/** Every screen. A new screen gets a line here. */
const screens: readonly Screen[] = [
  { name: "the sign-in screen", roles: [null], path: "/login", shows: heading("Sign in") },
  { name: "the reset view", roles: [null], path: "/login", shows: heading("Sign in"), open: press("Forgot Password?") },
  { name: "an invalid reset link", roles: [null], path: "/reset-password?token=gone", shows: heading("Reset Password") },
  { name: "an invalid invitation", roles: [null], path: "/invitation?token=gone", shows: heading("Invitation") },
  { name: "the guest page", roles: [null], path: "/guest/nowhere", shows: heading("Open a map as a guest") },
  { name: "the 404 page", roles: [null, "user"], path: "/no-such-screen", shows: heading("404 Not Found") },
  { name: "the dashboard", roles: ["user"], path: "/dashboard", shows: card(DEMO) },
  { name: "the dashboard", roles: admins, path: "/dashboard", shows: heading("Most Viewed Maps") },
  {
    name: "the trash of projects",
    roles: ["admin"],
    path: "/projects?mode=trash",
    shows: (page) => page.getByRole("button", { name: "Back to Projects" }),
  },
  {
    name: "a map that isn't shared",
    roles: ["user"],
    path: "/projects?map=nowhere",
    shows: (page) => page.getByText("This map isn't shared with you"),
  },
  { name: "the project list", roles: everyRole, path: "/projects", shows: (page) => page.getByRole("row").nth(1) },
  { name: "the map viewer", roles: ["user", "admin"], path: LIST, shows: row(DEMO), open: openMap },
  { name: "the map in full screen", roles: ["user", "admin"], path: LIST, shows: row(DEMO), open: openFullScreen },
  { name: "the project details", roles: ["user"], path: LIST, shows: row(DEMO), open: rowButton(DEMO, "View details") },
  { name: "the project details", roles: ["admin"], path: LIST, shows: row(DEMO), open: rowButton(DEMO, "View Project") },
  { name: "the access dialog", roles: ["admin"], path: LIST, shows: row(DEMO), open: openAccess },
  { name: "the links of the access dialog", roles: ["admin"], path: LIST, shows: row(DEMO), open: openLinks },
  { name: "the first step of a new project", roles: admins, path: "/projects?mode=create", shows: heading("Create New Project") },
  {
    name: "the ways to upload",
    roles: ["admin"],
    path: "/projects?mode=create",
    shows: heading("Create New Project"),
    open: nameProject,
  },
  {
    name: "the upload of a folder",
    roles: ["admin"],
    path: "/projects?mode=create",
    shows: heading("Create New Project"),
    open: chooseUpload(/^Upload Folder/, "Upload Folder"),
  },
  {
    name: "the upload of a ZIP",
    roles: ["admin"],
    path: "/projects?mode=create",
    shows: heading("Create New Project"),
    open: chooseUpload(/^Upload ZIP File/, "Upload ZIP"),
  },
  { name: "the file manager of the shared assets", roles: admins, path: "/projects?files=assets", shows: dialog },
  { name: "User Management", roles: admins, path: "/users?search=demo", shows: row("Demo User") },
  { name: "the empty list of groups", roles: admins, path: "/groups?search=nothing-of-this-name", shows: heading("Groups") },
  { name: "the form of a new user", roles: admins, path: "/users?add=", shows: dialog, open: press("Save User") },
  { name: "Admin Management", roles: ["superadmin"], path: "/admin-management", shows: row("Demo Admin") },
  { name: "the form of a new admin", roles: ["superadmin"], path: "/admin-management?add=", shows: dialog, open: press("Save Admin") },
  {
    name: "the question before an admin is deleted",
    roles: ["superadmin"],
    path: "/admin-management",
    shows: row("Demo Admin"),
    open: rowButton("Demo Admin", "Delete"),
  },
  { name: "the files of the platform", roles: ["superadmin"], path: "/file-manager?search=index.html", shows: row("index.html") },
  {
    name: "the details of a file",
    roles: ["superadmin"],
    path: "/file-manager?search=index.html",
    shows: row("index.html"),
    open: press(/^Preview /),
  },
  { name: "the share links of the platform", roles: ["superadmin"], path: "/share-links", shows: heading("Share Links") },
  { name: "the audit log", roles: ["superadmin"], path: "/audit-log", shows: row("Signed in") },
  {
    name: "the API tokens of all accounts",
    roles: ["superadmin"],
    path: "/api-tokens",
    shows: (page) => page.getByRole("heading", { name: "API Tokens" }),
  },
  { name: "the form of an API token", roles: everyRole, path: "/settings", shows: heading("Settings"), open: press("New Token") },
  { name: "the settings", roles: everyRole, path: "/settings", shows: heading("Settings") },
  { name: "the password dialog", roles: ["user"], path: "/settings", shows: heading("Settings"), open: press("Change Password") },
  { name: "the API reference", roles: ["user"], path: "/api-docs", shows: (page) => page.getByRole("heading", { name: "Introduction" }) },
  {
    name: "the search dialog",
    roles: ["superadmin"],
    path: "/settings",
    shows: heading("Settings"),
    open: (page) => searchPalette(page, "demo"),
  },
  {
    name: "the list of keyboard shortcuts",
    roles: ["user"],
    path: "/settings",
    shows: heading("Settings"),
    open: (page) => page.keyboard.press("?"),
  },
];

const isMain = (name: string) => ["the sign-in screen", "the project list", "Admin Management"].includes(name);

for (const { name, roles, path, shows, open } of screens) {
  for (const role of roles) {
    const tag = isMain(name) ? ["@main"] : [];
    test(`${name} of ${role ?? "a visitor"} is accessible and fits, also with text of 200 %`, { tag }, async ({ page, signInAs }) => {
      if (role) await signInAs(role);
      await page.goto(path);
      await expect(shows(page).first()).toBeVisible();
      // For the steps that press keys.
      if (role && name !== "the 404 page") await shellHydrated(page);
      await open?.(page);
      await expectGoodEverywhere(page, name);
      await expectFitsLargeText(page, name);
    });
  }
}
