import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";

const DEMO_MAP = "/projects?map=sea-chart-of-the-world";
const dialog = (page: Page) => page.getByRole("dialog");
const painted = (page: Page) => page.frameLocator("iframe").locator(".leaflet-tile-loaded").first();

/** Returns label, text or tag of the focused element, or an empty text for the body. */
function focusIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: stop, body } = document;
    return stop === null || stop === body ? "" : (stop.getAttribute("aria-label") ?? (stop.textContent?.trim() || stop.tagName));
  });
}

/** Waits until the focus has moved. On its way between the processes of the viewer and the map, it is on the body of one of them. */
async function focused(page: Page): Promise<string> {
  let stop = "";
  const hasMoved = async () => {
    stop = await focusIn(page);
    if (stop !== "IFRAME") return stop !== "";
    return page
      .frameLocator("iframe")
      .locator("body")
      .evaluate((body) => document.activeElement !== body);
  };
  await expect.poll(hasMoved).toBe(true);
  return stop;
}

/** Presses the key until the focus returns to the first stop, at most 40 times. @returns the stops without repetitions */
async function tour(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    if (stops.length > 1 && stop === stops[0] && stops.at(-1) !== stop) return stops;
    if (stops.at(-1) !== stop) stops.push(stop);
  }
  throw new Error(`The focus does not come round: ${stops.join(" > ")}`);
}

test.beforeEach(async ({ signInAs }) => signInAs("admin"));

for (const [view, stops] of [
  ["", ["Access", "Copy link", "Full Screen View", "Open in New Tab", "Close", "IFRAME", "Leave Map"]],
  ["&view=full", ["Open in New Tab", "Close", "IFRAME", "Leave Map"]],
] as const) {
  test(`Tab cycles through the map viewer and the map at ${DEMO_MAP}${view}`, async ({ page }) => {
    await page.goto(`${DEMO_MAP}${view}`);
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText("Loading map...")).toHaveCount(0);
    await expect(dialog(page)).toBeFocused();
    const forwards = await tour(page, "Tab");
    expect(forwards).toEqual(stops);
    await page.goto(`${DEMO_MAP}${view}`);
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText("Loading map...")).toHaveCount(0);
    await expect(dialog(page)).toBeFocused();
    const backwards = await tour(page, "Shift+Tab");
    expect(backwards).toEqual(stops.toReversed());
  });

  test(`Escape closes the map viewer after the focus was in the map at ${DEMO_MAP}${view}`, async ({ page }) => {
    await page.goto(`${DEMO_MAP}${view}`);
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
    await page.frameLocator("iframe").locator("#map").click();
    await expect.poll(() => focusIn(page)).toBe("IFRAME");
    await dialog(page).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL("/projects");
  });
}

test("Tab leads from inside the map to the buttons of the viewer", async ({ page }) => {
  await page.goto(DEMO_MAP);
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await page.frameLocator("iframe").locator("#map").click();
  await expect.poll(() => focusIn(page)).toBe("IFRAME");
  const stops: string[] = [];
  while (stops.at(-1) !== "Close" && stops.length < 40) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    if (stops.at(-1) !== stop) stops.push(stop);
  }
  expect(stops.slice(-6)).toEqual(["Leave Map", "Access", "Copy link", "Full Screen View", "Open in New Tab", "Close"]);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
});
