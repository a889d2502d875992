import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { harbourGeoJson } from "../setup/data-files/text-files";
import { writeSample } from "../setup/data-files/write-sample";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { MapSettingsScreen } from "../setup/map-settings-screen";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-map-tools-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

let published = "";
test.afterEach(({ page, baseURL }) => removeProject(page, baseURL, published));

/** The harbour with enough depths for classes. */
function withSoundings(): string {
  const { features, ...harbour } = JSON.parse(harbourGeoJson) as { features: object[] };
  const soundings = Array.from({ length: 8 }, (_, index) => ({
    type: "Feature",
    properties: { depth: index * 3 },
    geometry: { type: "Point", coordinates: [8.02 + index / 100, 53.95] },
  }));
  return JSON.stringify({ ...harbour, features: [...features, ...soundings] });
}

/** Publishes a map of two layers. @returns its address */
async function publish(page: Page): Promise<string> {
  published = unused("Tools");
  const screen = new FolderScreen(page);
  await screen.open(published);
  const harbour = path.join(folder, "harbour.geojson");
  await writeFile(harbour, withSoundings());
  await screen.choose([harbour, await writeSample("csv", folder)], "Select Files");
  await screen.upload.click();
  await expect(screen.trayRow(`${published} is published`)).toBeVisible({ timeout: 60_000 });
  return `/projects/maps/${published.toLowerCase().replaceAll(" ", "-")}/`;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const tool = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("visitors measure with the pointer and by keyboard", async ({ page, signInAs }) => {
  await signInAs("admin");
  const address = await publish(page);
  const map = new DataMapScreen(page);
  // 256 pixels are 180°/512 of longitude at this zoom: 39.136 km, or 21.13 NM, on the equator of WGS 84.
  await page.goto(`${address}#map=9/0/0`);
  await map.drawn();
  const measure = card(page, "Measure");
  const total = measure.locator(".total");

  await test.step("a double-click finishes a distance, whose segments have a bearing each", async () => {
    await tool(page, "Measure").click();
    await expect(total).toHaveText("0.000 NM");
    await map.click({ x: 500, y: 500 });
    await map.click({ x: 756, y: 500 });
    await expect(measure.getByRole("row", { name: "1 090° 21.13 NM" })).toBeVisible();
    await page.locator("canvas").dblclick({ position: { x: 756, y: 600 } });
    await expect(measure.getByRole("row", { name: /^2 180° 8\.\d{3} NM$/ })).toBeVisible();
    await expect(measure.getByRole("status")).toContainText("Add a point to measure again.");
    await expect(map.popup).toHaveCount(0);
    await expectAccessible(page, "measuring");
  });

  await test.step("the unit is remembered, and Backspace removes the last point", async () => {
    await measure.getByLabel("Lengths in").selectOption("Kilometres, metres");
    await expect(total).toHaveText(/ km$/);
    await page.locator("canvas").press("Backspace");
    await expect(total).toHaveText("39.14 km");
    await measure.getByRole("button", { name: "Clear" }).click();
    await expect(total).toHaveText("0.0 m");
    await measure.getByRole("radio", { name: "Area" }).check();
    for (const [x, y] of [
      [500, 400],
      [756, 400],
      [756, 656],
    ] as const)
      await map.click({ x, y });
    await measure.getByRole("button", { name: "Done" }).click();
    await expect(total).toHaveText(/^76\d\.\d km², perimeter 133\.\d km$/);
    await page.keyboard.press("Escape");
    await expect(measure).toBeHidden();
  });

  await test.step("Enter adds the centre of the map", async () => {
    await page.reload();
    await map.drawn();
    await tool(page, "Measure").press("Enter");
    await expect(measure.getByRole("status")).toContainText("Enter adds the centre");
    await page.keyboard.press("Enter");
    await expect(measure.getByRole("status")).toContainText("1 point.");
    await page.keyboard.press("ArrowRight");
    await expect(total).toHaveText("15.29 km");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(measure.getByRole("status")).toContainText("15.29 km. Add a point to measure again.");
    await page.keyboard.press("Escape");
    await expect(measure).toBeHidden();
  });
});

test("visitors read and copy coordinates, and the position keeps their format", async ({ page, signInAs, context }) => {
  await signInAs("admin");
  const address = await publish(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const map = new DataMapScreen(page);
  await page.goto(`${address}#map=12/60.390933/5.318717`);
  await map.drawn();
  await page.getByRole("button", { name: "60.39093, 5.31872" }).click();
  const coordinates = card(page, "Coordinates");
  await coordinates.getByRole("radio", { name: "Degrees and minutes" }).check();
  await expect(page.getByRole("button", { name: "60°23.456′N 005°19.123′E" })).toBeVisible();
  await coordinates.getByRole("button", { name: "Copy coordinates" }).click();
  await expect(coordinates.getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("60°23.456′N 005°19.123′E");
  await expectAccessible(page, "coordinates");

  await page.locator("canvas").click({ button: "right", position: { x: 900, y: 450 } });
  await expect(coordinates).toContainText("32V");
  await expect(coordinates).not.toContainText("60°23.456′N 005°19.123′E");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("button", { name: "60°23.456′N 005°19.123′E" })).toBeVisible();
});

test("a link opens the map with the same view, layers and feature, and admins add bookmarks", async ({ page, signInAs, context }) => {
  await signInAs("admin");
  const address = await publish(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const map = new DataMapScreen(page);
  const deepest = page.getByRole("button", { name: /m and more$/ });

  await test.step("the address has no view before the visitor chooses one", async () => {
    await page.goto(address);
    await map.drawn();
    expect(new URL(page.url()).hash).toBe("");
  });

  await test.step("Copy link copies what is shown", async () => {
    await page.goto(`${address}#map=11/54/8.1`);
    await map.drawn();
    await map.layer("harbour berths").click();
    await deepest.click();
    await map.click({ x: 720, y: 450 });
    await expect(map.popup).toContainText("Buoy <b>7</b>");
    await tool(page, "Share this view").click();
    const share = card(page, "Share this view");
    await share.getByRole("button", { name: "Copy link" }).click();
    await expect(share.getByRole("status")).toHaveText("Copied.");
    await expectAccessible(page, "a link to a view");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).hash).toMatch(/^#map=[\d.]+\/[\d.]+\/[\d.]+&layers=\w+\.\d&selected=[\d.]+,[\d.]+$/);
    await page.goto("about:blank");
    await page.goto(link);
    await map.drawn();
    await expect(map.layer("harbour berths")).not.toBeChecked();
    await expect(map.layer("Harbour", { exact: true })).toBeChecked();
    await expect(deepest).toHaveAttribute("aria-pressed", "false");
    await expect(map.popup).toContainText("Buoy <b>7</b>");
  });

  await test.step("an address that can't be read opens the map as it is", async () => {
    await page.goto("about:blank");
    await page.goto(`${address}#map=x&layers=%00,zz&selected=100,200`);
    await map.drawn();
    await expect(map.layer("harbour berths")).toBeChecked();
    await expect(deepest).toHaveAttribute("aria-pressed", "true");
    expect(page.url()).not.toContain("map=0/0/0");
  });

  await test.step("a bookmark that an admin adds moves the map", async () => {
    const settings = new MapSettingsScreen(page, published);
    await settings.open();
    await settings.dialog.getByRole("button", { name: "Add Current View" }).click();
    await settings.dialog.getByLabel("Name of bookmark 1").fill("Whole harbour");
    await settings.save.click();
    await expect(page.getByText("Map settings saved")).toBeVisible();
    await page.goto(`${address}#map=9/0/0`);
    await map.drawn();
    await map.hides(null);
    await page.getByRole("button", { name: "Whole harbour" }).click();
    await map.shows(null);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#map=[\d.]+\/5[34]\./);
  });
});
