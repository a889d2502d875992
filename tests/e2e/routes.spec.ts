import { expect, type Page } from "@playwright/test";
import type { Role } from "../../lib/accounts/sessions/schema";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";

/** What stands at the top of the screen; "sign-in" and "404" are screens as well. `→` is where the address has become another. */
type Screen = string;
type Row = Record<Role | "nobody", Screen>;

const SIGN_IN = "Email";
const NOT_FOUND = "404 Not Found";
const home: Record<Role, Screen> = {
  user: "→ /dashboard: Welcome back, Demo User",
  admin: "→ /dashboard: Admin Dashboard",
  superadmin: "→ /dashboard: Super Admin Dashboard",
};
const toSignIn = (path: string) => `→ /login?next=${encodeURIComponent(path)}: ${SIGN_IN}`;

/** The route table (spec 000 §2), and our audit log. */
const table: Record<string, Row> = {
  "/": { nobody: SIGN_IN, ...home },
  "/login": { nobody: SIGN_IN, ...home },
  "/dashboard": {
    nobody: toSignIn("/dashboard"),
    user: "Welcome back, Demo User",
    admin: "Admin Dashboard",
    superadmin: "Super Admin Dashboard",
  },
  "/projects": {
    nobody: toSignIn("/projects"),
    user: "My Assigned Projects",
    admin: "Project Management",
    superadmin: "Project Management",
  },
  "/users": { nobody: toSignIn("/users"), user: home.user, admin: "User Management", superadmin: "User Management" },
  "/settings": { nobody: toSignIn("/settings"), user: "Settings", admin: "Settings", superadmin: "Settings" },
  "/admin-management": { nobody: toSignIn("/admin-management"), ...home, superadmin: "Admin Management" },
  "/audit-log": { nobody: toSignIn("/audit-log"), ...home, superadmin: "Audit Log" },
  "/file-manager": { nobody: toSignIn("/file-manager"), ...home, superadmin: "File Manager" },
};

async function expectScreen(page: Page, path: string, screen: Screen): Promise<void> {
  const [, address = path, top = screen] = /^→ (\S+): (.*)$/.exec(screen) ?? [];
  await page.goto(path);
  const { pathname, search } = new URL(page.url());
  expect(`${pathname}${search}`).toBe(address);
  if (top === SIGN_IN) await expect(page.getByLabel(SIGN_IN)).toBeVisible();
  else await expect(page.getByRole("heading", { level: 1, name: top, exact: true })).toBeVisible();
}

for (const who of ["nobody", "user", "admin", "superadmin"] as const) {
  test(`the route table, for ${who}`, { tag: "@main" }, async ({ page, signInAs }) => {
    if (who !== "nobody") await signInAs(who);
    for (const [path, row] of Object.entries(table)) await expectScreen(page, path, row[who]);
  });

  test(`any other path reads 404 Not Found, for ${who}`, { tag: "@main" }, async ({ page, signInAs }) => {
    if (who !== "nobody") await signInAs(who);
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
    await expectAccessible(page, `404 for ${who}`);
  });
}

test("a 404 is a plain page that leads back to where its reader belongs", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/no-such-screen");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a slash at the end, and letters that are encoded, make no other screen", async ({ page, signInAs }) => {
  await signInAs("user");
  await page.goto("/settings/");
  await expect(page).toHaveURL("/settings");
  await page.goto("/users/");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/%75sers");
  await expect(page).not.toHaveURL(/sers$/);
});

test("an address that cannot be decoded is refused, not an error", async ({ request }) => {
  for (const path of ["/%zz", "/dashboard/%ff", "/%E0%A4%A"]) expect((await request.get(path)).status()).toBe(400);
});

test("Next's own addresses fail for no request", async ({ request }) => {
  expect((await request.get("/_next/image?url=%2Fdashboard&w=64&q=75")).status()).toBe(404);
  for (const path of ["/login", "/dashboard", "/no-such-screen"]) {
    const headers = { RSC: "1", "Next-Router-State-Tree": "%" };
    expect((await request.get(path, { headers })).status()).toBe(400);
  }
});

test("after signing in, the person lands where they were going, and nobody where they may not go", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  await page.goto("/audit-log?search=jane");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/audit-log?search=jane")}`);
  await signInAs("user");
  await page.reload();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "My Assigned Projects" })).toBeVisible();
});
