import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { insertProjects } from "../setup/product-database";

const DEMO = "Sea Chart of the World";
const DEMO_MAP = "/projects?map=sea-chart-of-the-world";

const viewMap = (page: Page) => page.getByRole("row").filter({ hasText: DEMO }).getByRole("button", { name: "View Map" });
const dialog = (page: Page) => page.getByRole("dialog");
const map = (page: Page) => page.frameLocator("iframe");
const painted = (page: Page) => map(page).locator(".leaflet-tile-loaded").first();

// The demo project is last in the list. A tall viewport shows it below the projects of other tests.
test.use({ viewport: { width: 1440, height: 1600 } });
test.beforeEach(async ({ signInAs }) => signInAs("admin"));

test("a double click opens the map viewer once, and one Back closes it", async ({ page }) => {
  await page.goto("/projects");
  await expect(viewMap(page)).toBeEnabled();
  const before = await page.evaluate(() => history.length);
  await viewMap(page).dblclick();
  await expect(dialog(page)).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("two clicks on Close lead from the map viewer to the project list only", async ({ page }) => {
  await page.goto("/settings");
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.evaluate(() => {
    const close = [...document.querySelectorAll("button")].find((button) => button.textContent === "Close");
    close?.click();
    close?.click();
  });
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await viewMap(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("the full screen map viewer closes on Back, opens on Forward and survives a reload", async ({ page }) => {
  await page.goto("/projects");
  await viewMap(page).click();
  await page.getByRole("button", { name: "Full Screen View" }).click();
  const fullScreen = page.getByRole("dialog", { name: "Full Screen Map View" });
  await expect(fullScreen).toBeVisible();
  await expect(page).toHaveURL(`${DEMO_MAP}&view=full`);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await page.goForward();
  await expect(fullScreen).toBeVisible();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(fullScreen).toBeVisible();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await fullScreen.getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("the map viewer changes between two maps on Back and Forward", async ({ page }) => {
  const safeName = `other-${randomUUID()}`;
  const remove = await insertProjects([{ name: "Another map", safeName, mapUrl: "/projects/maps/sea-chart-of-the-world/" }]);
  try {
    await page.goto(DEMO_MAP);
    await expect(page.getByRole("dialog", { name: DEMO })).toBeVisible();
    await page.evaluate((address) => history.pushState({}, "", address), `/projects?map=${safeName}`);
    await expect(page.getByRole("dialog", { name: "Another map" })).toBeVisible();
    await expect(page.locator("iframe")).toHaveAttribute("title", "Map of Another map");
    await page.goBack();
    await expect(page.getByRole("dialog", { name: DEMO })).toBeVisible();
    await expect(page.locator("iframe")).toHaveAttribute("title", `Map of ${DEMO}`);
    await page.goForward();
    await expect(page.getByRole("dialog", { name: "Another map" })).toBeVisible();
    await expect(dialog(page)).toHaveCount(1);
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  } finally {
    await remove();
  }
});

test("a map viewer opened by URL closes to the project list and moves the focus to its content", async ({ page }) => {
  for (const address of [DEMO_MAP, `${DEMO_MAP}&view=full`]) {
    await page.goto(address);
    await expect(dialog(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL("/projects");
    await expect(page.locator("#content")).toBeFocused();
  }
});

test("the map viewer stays open when the list no longer contains the project", async ({ page }) => {
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await map(page)
    .locator("body")
    .evaluate((body) => body.setAttribute("data-kept", ""));
  const listed = page.waitForResponse((response) => response.url().includes("search=nothing-like-it"));
  await page.evaluate(() => history.replaceState({}, "", `${location.search}&search=nothing-like-it`));
  await listed;
  await expect(page.getByText("No projects match your search.")).toBeAttached();
  await expect(map(page).locator("body[data-kept]")).toBeVisible();
});

for (const [address, why] of [
  ["/projects?map=no-such-map", "does not exist"],
  ["/dashboard?map=no-such-map&view=full", "does not exist, on the dashboard"],
] as const) {
  test(`the URL of a map that ${why} shows an error and loses the parameter`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole("alert").filter({ hasText: "Failed to load project map" })).toBeVisible();
    await expect(page).toHaveURL(new URL(address, "http://x").pathname);
    await expect(dialog(page)).toHaveCount(0);
  });
}

test("the URL of a map that is not assigned to the user shows the same error as a missing map", async ({ page, signInAs }) => {
  const safeName = `hidden-${randomUUID()}`;
  const remove = await insertProjects([{ name: "Not for all users", safeName, mapUrl: "https://maps.example/x" }]);
  try {
    await signInAs("user");
    await page.goto(`/projects?map=${safeName}`);
    await expect(page.getByRole("alert").filter({ hasText: "Failed to load project map" })).toBeVisible();
    await expect(page).toHaveURL("/projects");
    await expect(page.getByText("Not for all users")).toHaveCount(0);
  } finally {
    await remove();
  }
});
