/** Input before hydration: the user types and clicks before the page's scripts arrive. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test as base } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { pageHydrated, shellHydrated } from "../setup/hydrated";
import { insertProjects } from "../setup/product-database";
import { newLink, test as resetTest, title } from "../setup/reset-screen";
import { saveButton, test as settingsTest } from "../setup/settings-screen";

/** Opens a page and holds its scripts back. @returns a function that releases them */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return letThrough;
}

/** Holds back the scripts that contain a text. @returns a function that releases them */
async function holdScripts(page: Page, text: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(text)) await held;
    await route.fulfill({ response });
  });
  return letThrough;
}

/** Records page requests and the bodies of sign-in requests. */
function listen(page: Page) {
  const heard: { pages: string[]; signIns: unknown[] } = { pages: [], signIns: [] };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) heard.pages.push(`${request.method()} ${new URL(request.url()).pathname}`);
    if (request.url().endsWith("/api/auth/login")) heard.signIns.push(request.postDataJSON());
  });
  return heard;
}

const emailOf = (page: Page) => page.getByLabel("Email");
const passwordOf = (page: Page) => page.getByLabel("Password", { exact: true });

for (const way of ["Log In", "Enter"] as const) {
  base(`${way} on the sign-in screen sends the text typed before hydration, once`, async ({ page }) => {
    const person = firstSignIn("user");
    const heard = listen(page);
    const letThrough = await openWithoutCode(page, "/login?next=%2Fsettings");
    await emailOf(page).fill(person.email);
    await passwordOf(page).fill(person.password);
    for (let press = 0; press < 2; press += 1) {
      if (way === "Enter") await passwordOf(page).press("Enter");
      else await page.getByRole("button", { name: way }).click();
    }
    await expect(passwordOf(page)).toHaveValue(person.password);
    letThrough();
    await expect(page).toHaveURL("/settings");
    expect(heard.signIns).toEqual([person]);
    expect(heard.pages).toEqual(["GET /login", "GET /settings"]);
  });
}

base("Forgot Password? opens the reset view with the email address typed before hydration", async ({ page }) => {
  const letThrough = await openWithoutCode(page, "/login");
  await emailOf(page).fill("ada@example.com");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  letThrough();
  await expect(title(page, "Reset Password")).toBeVisible();
  await expect(emailOf(page)).toHaveValue("ada@example.com");
});

resetTest("Save Password saves the password typed before hydration", async ({ page, person, baseURL }) => {
  const heard = listen(page);
  const letThrough = await openWithoutCode(page, await newLink(page, person.email, baseURL));
  await page.getByLabel("New Password", { exact: true }).fill("a better one");
  await page.getByLabel("Confirm New Password").fill("a better one");
  await page.getByRole("button", { name: "Save Password" }).click();
  letThrough();
  await expect(title(page, "Password changed successfully")).toBeVisible();
  expect(heard.pages).toEqual(["GET /reset-password"]);
});

for (const [path, placeholder, role] of [
  ["/users", "Search users...", "superadmin"],
  ["/admin-management", "Search admins...", "superadmin"],
  ["/audit-log", "Search events...", "superadmin"],
  ["/projects", "Search projects...", "admin"],
  ["/projects", "Search projects...", "user"],
] as const) {
  base(`the search of ${path} uses the text that a ${role} typed before hydration`, async ({ page, signInAs }) => {
    await signInAs(role);
    const letThrough = await openWithoutCode(page, path);
    const search = page.getByPlaceholder(placeholder);
    await search.fill("nothing is called so");
    letThrough();
    await expect(page.getByText(/^No \w+ (found|match your search\.)$/)).toBeVisible();
    await expect(search).toHaveValue("nothing is called so");
    await search.press("Escape");
    await expect(search).toHaveValue("");
    await expect(page.getByRole("table")).toBeVisible();
  });
}

base("Logout ends the session before hydration, while Create Project and the rows of the list wait for it", async ({ page, signInAs }) => {
  await signInAs("admin");
  // Projects of other tests may fill the first page.
  const letThrough = await openWithoutCode(page, "/projects?search=Sea+Chart");
  const create = page.getByRole("button", { name: "Create Project" });
  await expect(create).toHaveCSS("pointer-events", "none");
  const row = page.getByRole("row").filter({ hasText: "Sea Chart of the World" });
  await expect(row).toHaveCSS("pointer-events", "none");
  letThrough();
  await row.click({ position: { x: 600, y: 12 } });
  await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toBeVisible();
  await page.keyboard.press("Escape");
  await create.click();
  await expect(page).toHaveURL(/mode=create/);
  await page.unrouteAll({ behavior: "wait" });

  const letAgain = await openWithoutCode(page, "/projects");
  await page.getByRole("button", { name: "Logout" }).click();
  letAgain();
  await expect(page).toHaveURL("/login");
});

base("Create Project waits for the code of its screen when the rest of the page is hydrated earlier", async ({ page, signInAs }) => {
  await signInAs("admin");
  const letThrough = await holdScripts(page, "No projects found. Create your first project!");
  await page.goto("/projects", { waitUntil: "commit" });
  const create = page.getByRole("button", { name: "Create Project" });
  await expect(create).toBeVisible();
  await shellHydrated(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(create).toHaveCSS("pointer-events", "none");
  letThrough();
  await create.click();
  await expect(page).toHaveURL(/mode=create/);
  // The code of the shown step may still be on its way.
  await page.unrouteAll({ behavior: "wait" });
});

base("the project list keeps the scroll position from before hydration", async ({ page, signInAs }) => {
  const safeNames = Array.from({ length: 12 }, () => `row-${randomUUID()}`);
  const remove = await insertProjects(safeNames.map((safeName) => ({ name: safeName, safeName, mapUrl: "https://maps.example/x" })));
  try {
    await page.setViewportSize({ width: 1440, height: 300 });
    await signInAs("admin");
    const letThrough = await openWithoutCode(page, "/projects");
    const row = page.getByRole("row").nth(1);
    await expect(row).toBeVisible();
    await page.evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
    letThrough();
    await pageHydrated(page);
    await row.getByRole("button", { name: "View Project" }).evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(120);
  } finally {
    await remove();
  }
});

settingsTest("the profile form saves a name typed before hydration", async ({ page, settingsOf }) => {
  const { name } = await settingsOf("user");
  const letThrough = await openWithoutCode(page, "/settings");
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  await page.getByLabel("Full Name").fill("Grace Hopper");
  letThrough();
  await expect(saveButton(page)).toBeEnabled();
  await saveButton(page).click();
  await expect(page.getByRole("complementary").getByText("Grace Hopper")).toBeVisible();
});
