import { expect, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { test } from "../setup/browser";

/** The title of a screen. `→` precedes the URL of a redirect. */
type Screen = string;
type Row = Record<Role | "visitor", Screen>;

const SIGN_IN = "Email";
const NOT_FOUND = "404 Not Found";
const home: Record<Role, Screen> = {
  user: "→ /dashboard: Welcome back, Demo User",
  admin: "→ /dashboard: Admin Dashboard",
  superadmin: "→ /dashboard: Super Admin Dashboard",
};
const toSignIn = (path: string) => `→ /?next=${encodeURIComponent(path)}: ${SIGN_IN}`;

/** The expected screen of each route by role. A visitor is not signed in. */
const table: Record<string, Row> = {
  "/": { visitor: SIGN_IN, ...home },
  "/login": { visitor: SIGN_IN, ...home },
  "/dashboard": {
    visitor: toSignIn("/dashboard"),
    user: "Welcome back, Demo User",
    admin: "Admin Dashboard",
    superadmin: "Super Admin Dashboard",
  },
  "/projects": {
    visitor: toSignIn("/projects"),
    user: "My Assigned Projects",
    admin: "Project Management",
    superadmin: "Project Management",
  },
  "/users": { visitor: toSignIn("/users"), user: home.user, admin: "User Management", superadmin: "User Management" },
  "/groups": { visitor: toSignIn("/groups"), user: home.user, admin: "Groups", superadmin: "Groups" },
  "/settings": { visitor: toSignIn("/settings"), user: "Settings", admin: "Settings", superadmin: "Settings" },
  "/admin-management": { visitor: toSignIn("/admin-management"), ...home, superadmin: "Admin Management" },
  "/share-links": { visitor: toSignIn("/share-links"), ...home, superadmin: "Share Links" },
  "/audit-log": { visitor: toSignIn("/audit-log"), ...home, superadmin: "Audit Log" },
  "/api-tokens": { visitor: toSignIn("/api-tokens"), ...home, superadmin: "API Tokens" },
  "/file-manager": { visitor: toSignIn("/file-manager"), ...home, superadmin: "File Manager" },
};

async function expectScreen(page: Page, path: string, screen: Screen): Promise<void> {
  const [, address = path, top = screen] = /^→ (\S+): (.*)$/.exec(screen) ?? [];
  await page.goto(path);
  const { pathname, search } = new URL(page.url());
  expect(`${pathname}${search}`).toBe(address);
  if (top === SIGN_IN) await expect(page.getByLabel(SIGN_IN)).toBeVisible();
  else await expect(page.getByRole("heading", { level: 1, name: top, exact: true })).toBeVisible();
}

for (const who of ["visitor", "user", "admin", "superadmin"] as const) {
  test(`every route shows a ${who} the expected screen`, { tag: "@main" }, async ({ page, signInAs }) => {
    if (who !== "visitor") await signInAs(who);
    for (const [path, row] of Object.entries(table)) await expectScreen(page, path, row[who]);
  });

  test(`an unknown path shows a ${who} 404 Not Found`, async ({ page, signInAs }) => {
    if (who !== "visitor") await signInAs(who);
    for (const path of [
      "/no-such-screen",
      "/no/such/screen",
      "/Dashboard",
      "/dashboard/nested",
      "/users/1",
      "/settings/../settings/x",
      "/projects/no-such-screen",
      "/audit-log/2026/11",
      "/login/again",
      "/dashboard%2Fnested",
      "/%64ashboard/%6eested",
      "/dash%00board",
      "/%E2%80%AEdraobhsad",
      "/users;a=1",
      "/index.html",
      "/.env",
    ]) {
      const answer = await page.request.get(path);
      expect({ path, status: answer.status() }).toEqual({ path, status: 404 });
      expect(await answer.text(), path).toContain(`${NOT_FOUND}</h1>`);
    }
    await page.goto("/no-such-screen");
    await expect(page.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  });
}

test("the 404 page is bare for a visitor, and inside the shell with a Back link for a user", async ({ page, signInAs }) => {
  await page.goto("/no-such-screen");
  await expect(page.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await signInAs("user");
  await page.goto("/no-such-screen");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a trailing slash or an encoded letter in the URL does not change the screen or its access", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/settings/");
  await expect(page).toHaveURL("/settings");
  await page.goto("/users/");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/%75sers");
  await expect(page).not.toHaveURL(/sers$/);
});

test("the server returns 400 for a URL that it cannot decode", async ({ request }) => {
  for (const path of ["/%zz", "/dashboard/%ff", "/%E0%A4%A"]) expect((await request.get(path)).status()).toBe(400);
});

test("the image optimiser of Next.js is off", async ({ request }) => {
  expect((await request.get("/_next/image?url=%2Fdashboard&w=64&q=75")).status()).toBe(404);
});

test("the sign-in screen leads to the requested screen, but not to one that the role cannot open", async ({ page, signInAs }) => {
  await page.goto("/audit-log?search=jane");
  await expect(page).toHaveURL(`/?next=${encodeURIComponent("/audit-log?search=jane")}`);
  await signInAs("user");
  await page.reload();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "Recent Projects" })).toBeVisible();
});
