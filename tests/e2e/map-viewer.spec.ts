import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";

const DEMO = "Sea Chart of the World";
const DEMO_MAP = "/projects?map=sea-chart-of-the-world";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const viewMap = (page: Page) => rowOf(page, DEMO).getByRole("button", { name: "View Map" });
const map = (page: Page) => page.frameLocator("iframe");
const dialog = (page: Page) => page.getByRole("dialog");

// The demo project is last in the list. A tall viewport shows it below the projects of other tests.
test.use({ viewport: { width: 1440, height: 1600 } });
test.beforeEach(async ({ signInAs }) => signInAs("admin"));

test("the map viewer shows the map in a sandbox on the maps' origin", { tag: "@main" }, async ({ page }) => {
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(page).toHaveURL(DEMO_MAP);
  await expect(page.getByRole("dialog", { name: DEMO })).toContainText("Interactive Map View");
  await expect(dialog(page).getByText(/^Created [A-Z][a-z]{2} \d/)).toBeVisible();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-presentation allow-popups allow-popups-to-escape-sandbox",
  );
  await expect(map(page).locator(".leaflet-tile-loaded").first()).toBeVisible();

  const inFrame = await (await frame.elementHandle())?.contentFrame();
  expect(new URL(inFrame?.url() ?? "").origin).not.toBe(new URL(page.url()).origin);
  const granted = await inFrame?.evaluate(() => {
    const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature(name: string): boolean } };
    return ["geolocation", "microphone", "camera", "payment"].map((name) => featurePolicy.allowsFeature(name));
  });
  expect(granted, "the map gets no permission that its project does not allow").toEqual([false, false, false, false]);
});

/** Opens the full screen. The map has a mark that a reload would remove. */
async function openFullScreen(page: Page): Promise<void> {
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(map(page).locator(".leaflet-tile-loaded").first()).toBeVisible();
  await map(page)
    .locator("body")
    .evaluate((body) => body.setAttribute("data-kept", ""));
  await page.getByRole("button", { name: "Full Screen View" }).click();
}

test("the full screen map viewer keeps the state of the map and closes to the project list", async ({ page }) => {
  await openFullScreen(page);
  await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
  await expect(page.getByText("Interactive Map View")).toBeHidden();
  await expect(map(page).locator("body[data-kept]")).toBeVisible();
  await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  await expect(dialog(page).getByRole("link", { name: "Open in New Tab" })).toHaveAttribute(
    "href",
    /\/projects\/maps\/sea-chart-of-the-world\/$/,
  );
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await expect(viewMap(page)).toBeFocused();
});

test("the map viewer closes on Close, Escape and Back and returns the focus", async ({ page }) => {
  await page.goto("/projects");
  const ways: readonly (() => Promise<unknown>)[] = [
    () => dialog(page).getByRole("button", { name: "Close" }).click(),
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
  ];
  for (const close of ways) {
    await viewMap(page).click();
    await expect(dialog(page)).toBeVisible();
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL("/projects");
    await expect(viewMap(page)).toBeFocused();
  }
});

test("the map viewer opens from a shared URL, in both views", async ({ page }) => {
  await page.goto(`${DEMO_MAP}&view=full`);
  await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL("/projects");
  await page.goto(DEMO_MAP);
  await expect(page.getByRole("dialog", { name: DEMO })).toBeVisible();
  await page.goto("/projects?map=no-such-map");
  await expect(page.getByRole("dialog", { name: "This map isn't shared with you" })).toBeVisible();
});

test("Full Screen View uses the browser's full screen, and leaving it clears the selected project", async ({ page }) => {
  await openFullScreen(page);
  const fullScreen = page.getByRole("dialog", { name: "Full Screen Map View" });
  await expect.poll(() => fullScreen.evaluate((element) => document.fullscreenElement === element)).toBe(true);
  await expect(map(page).locator("body[data-kept]")).toBeVisible();
  await map(page).locator("#map").click();
  // The browser does this on Escape, wherever the focus is.
  await page.evaluate(() => document.exitFullscreen());
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("Open in New Tab in the map viewer opens the map in a tab", async ({ page, context }) => {
  await page.goto(DEMO_MAP);
  const opened = context.waitForEvent("page");
  await dialog(page).getByRole("link", { name: "Open in New Tab" }).click();
  await expect((await opened).locator(".leaflet-tile-loaded").first()).toBeVisible();
});

test("the map viewer reports a map that fails to load, and Retry loads it", async ({ page, complaints }) => {
  await page.route("**/projects/maps/**", (route) => route.abort("connectionrefused"));
  await page.goto(DEMO_MAP);
  await expect(dialog(page).getByRole("alert")).toContainText("Failed to load project map");
  await expectAccessible(page, "map that did not load");
  await page.unroute("**/projects/maps/**");
  await dialog(page).getByRole("button", { name: "Retry" }).click();
  await expect(map(page).locator(".leaflet-tile-loaded").first()).toBeVisible();
  complaints.length = 0;
});
