import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { writeMapData } from "../setup/map-data";
import { MapSettingsScreen } from "../setup/map-settings-screen";
import { plainViewer } from "../setup/plain-viewer";
import { removeProject } from "../setup/remove-project";
import { publishSmallMap } from "../setup/small-map";
import { unused } from "../setup/unused";

const berth = { type: "Feature", properties: { name: "Berth 1" }, geometry: { type: "Point", coordinates: [4.2, 51.9] } };
const harbour = {
  version: 1,
  title: "Harbour",
  view: { bounds: [4, 51, 5, 52] },
  layers: [
    { name: "Berths", file: "berths.geojson", format: "geojson", kind: "points", color: "#d9480f", attributes: ["name", "depth"] },
    { name: "Quays", file: "quays.geojson", format: "geojson", kind: "lines", color: "#2563eb", note: "surveyed in 2026" },
  ],
  legend: { place: "left" },
};
const files = {
  "index.html": plainViewer,
  "map.json": JSON.stringify(harbour),
  "berths.geojson": JSON.stringify({ type: "FeatureCollection", features: [berth] }),
  "quays.geojson": JSON.stringify({ type: "FeatureCollection", features: [] }),
};

test.beforeEach(({ signInAs }) => signInAs("admin"));

test("an admin changes the settings of a data map, sees each change at once, and saves them", { tag: "@main" }, async ({
  page,
  baseURL,
}) => {
  const map = await publishSmallMap(page, baseURL, files);
  const settings = new MapSettingsScreen(page, map.name);
  const { dialog } = settings;
  try {
    await settings.open();
    await expect(settings.shownLayers).toHaveText(["Berths, #d9480f, visible", "Quays, #2563eb, visible"]);

    await test.step("the preview follows name, colour, order and visibility", async () => {
      await settings.openLayer("Berths");
      await dialog.getByLabel("Name").fill("Mooring places");
      await dialog.getByLabel("Colour", { exact: true }).fill("#0f8a5f");
      await dialog.getByRole("button", { name: "Move Mooring places down" }).click();
      await expect(dialog.getByRole("button", { name: "Move Mooring places up" })).toBeFocused();
      await expect(dialog.getByText("Mooring places is now number 2 of 2")).toBeAttached();
      await dialog.getByRole("checkbox", { name: "Show Quays" }).uncheck();
      await expect(settings.shownLayers).toHaveText(["Quays, #2563eb, hidden", "Mooring places, #0f8a5f, visible"]);
    });

    await test.step("the numbers, the label, the basemap and the title", async () => {
      await dialog.getByLabel("Opacity").fill("60");
      await dialog.getByLabel("Width (pixels)").fill("4");
      await dialog.getByLabel("Shown from zoom").fill("8");
      await dialog.getByLabel("Label").fill("name");
      await dialog.getByLabel("Title").fill("Port");
      await dialog.getByRole("combobox", { name: "Basemap" }).click();
      await page.getByRole("option", { name: "Shared basemap" }).click();
      await expect(settings.preview.getByRole("heading", { name: "Port" })).toBeVisible();
    });

    await test.step("the current view becomes the initial view", async () => {
      await expect(dialog.getByText("From 51.000°, 4.000° to 52.000°, 5.000°")).toBeVisible();
      await dialog.getByRole("button", { name: "Use Current View" }).click();
      await expect(dialog.getByText("Centre 51.500°, 4.500°, zoom 7.0")).toBeVisible();
    });

    await expectGoodEverywhere(page, "map settings");

    await test.step("map.json has the changes, and what only an expert writes", async () => {
      await settings.save.click();
      await expect(page.getByText("Map settings saved")).toBeVisible();
      const saved = JSON.parse(await map.textOf("map.json"));
      expect(saved).toMatchObject({
        title: "Port",
        basemap: "shared",
        legend: { place: "left" },
        view: { center: [4.5, 51.5], zoom: 7 },
        layers: [
          { name: "Quays", note: "surveyed in 2026", visible: false },
          { name: "Mooring places", color: "#0f8a5f", opacity: 0.6, width: 4, minZoom: 8, label: "name" },
        ],
      });
    });

    await test.step("the details open again without a question, with the focus on the heading", async () => {
      await dialog.getByRole("button", { name: "Back" }).click();
      await expect(dialog.getByRole("button", { name: "Map Settings" })).toBeVisible();
      await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
    });
  } finally {
    await map.remove();
  }
});

test("a colour is seen at once and saved, and the folder of the data still equals its map", async ({ page, baseURL }) => {
  const data = await writeMapData();
  const name = unused("Data");
  const screen = new FolderScreen(page);
  const settings = new MapSettingsScreen(page, name);
  const preview = new DataMapScreen(settings.preview);
  try {
    await screen.begin(name, data.site);
    await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });

    await test.step("the preview shows the new colour, and so does the map after the settings are saved", async () => {
      await settings.open();
      await preview.drawn();
      await preview.hides("#ff00ff");
      await settings.openLayer("Berths");
      await settings.dialog.getByLabel("Colour", { exact: true }).fill("#ff00ff");
      await preview.shows("#ff00ff");
      await settings.dialog.getByRole("checkbox", { name: "Visitors can download the rows of tables" }).check();
      await settings.save.click();
      await expect(page.getByText("Map settings saved")).toBeVisible();
      await page.goto(`/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`);
      await new DataMapScreen(page).shows("#ff00ff");
    });

    await test.step("visitors download the rows that a table shows", async () => {
      await page.getByRole("button", { name: "Table of Berths" }).click();
      await expect(page.getByRole("status").filter({ hasText: "rows" })).toBeVisible();
      for (const [button, expected] of [
        ["CSV", /^\ufeff\w+(,\w+)*,longitude,latitude\r\n/],
        ["GeoJSON", /^\{"type":"FeatureCollection","features":\[\{"type":"Feature"/],
      ] as const) {
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: button, exact: true }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe(`Berths.${button.toLowerCase()}`);
        expect(await readFile(await file.path(), "utf8")).toMatch(expected);
      }
    });

    await test.step("a comparison doesn't list what Sea-Vision has made as removed", async () => {
      await settings.openDetails();
      await settings.dialog.getByRole("tab", { name: "Versions" }).click();
      await settings.dialog.getByRole("button", { name: "Replace Map" }).click();
      await page.getByRole("button", { name: /^Upload Folder or Files/ }).click();
      await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
      await screen.choose(data.site);
      await page.getByRole("button", { name: "Compare with the Map" }).click();
      await expect(page.getByText("The folder and the map that is online are the same: 3 files, byte for byte.")).toBeVisible();
    });
  } finally {
    await data.remove();
    await removeProject(page, baseURL, name);
  }
});
