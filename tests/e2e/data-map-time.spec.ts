import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";

const COLOR = "#d9480f";
const HOURS = 10;

/** Positions of a ship, one each hour. */
const ship = {
  type: "FeatureCollection",
  features: Array.from({ length: HOURS }, (_, hour) => ({
    type: "Feature",
    properties: { ship: "<b>Tanker</b>", timestamp: `2026-03-01T0${hour}:00:00Z`, "marker-color": COLOR },
    geometry: { type: "Point", coordinates: [5 + hour / 50, 60] },
  })),
};

let folder: string;
let published = "";
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-map-time-"));
});
test.afterAll(() => rm(folder, { recursive: true }));
test.afterEach(({ page, baseURL }) => removeProject(page, baseURL, published));

test("visitors choose by time which features they see, and read one of them", async ({ page, signInAs }) => {
  await signInAs("admin");
  published = unused("Times");
  const screen = new FolderScreen(page);
  await screen.open(published);
  const file = path.join(folder, "ship.geojson");
  await writeFile(file, JSON.stringify(ship));
  await screen.choose([file], "Select Files");
  await screen.upload.click();
  await expect(screen.trayRow(`${published} is published`)).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/maps/${published.toLowerCase().replaceAll(" ", "-")}/`);
  const map = new DataMapScreen(page);
  await map.drawn();
  const slider = page.getByRole("region", { name: "Time" });
  const count = async () => (await map.pixels(COLOR)).count;
  await expect(slider).toContainText("UTC");
  await map.shows(COLOR);
  const all = await count();

  await test.step("a handle hides what is later", async () => {
    await slider.getByRole("slider", { name: "To" }).focus();
    await page.keyboard.press("Home");
    await expect.poll(count).toBeLessThan(all / 2);
    await map.shows(COLOR);
    await expectAccessible(page, "time slider");
  });

  await test.step("all times are shown again", async () => {
    await slider.getByRole("button", { name: "All times" }).click();
    await expect.poll(count).toBe(all);
    await expect(slider.getByRole("button", { name: "Play" })).toBeFocused();
  });

  await test.step("playing moves the times to the end", async () => {
    await slider.getByRole("combobox", { name: "Speed" }).selectOption("4×");
    await slider.getByRole("button", { name: "Play" }).click();
    await expect.poll(count).toBeLessThan(all / 2);
    await expect(slider.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 60_000 });
    await expect(slider.getByRole("slider", { name: "To" })).toHaveValue("1000");
  });

  await test.step("the text of a feature is not HTML", async () => {
    await map.shows(COLOR);
    await map.click(await map.pixels(COLOR));
    await expect(map.popup).toContainText("<b>Tanker</b>");
    await expect(map.popup.locator("b")).toHaveCount(0);
  });
});
