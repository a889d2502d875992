import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { LAYER_COLORS } from "../../lib/data-maps/values";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { zippedShapefile } from "../setup/data-files/shapefile";
import { type SampleFormat, writeSample } from "../setup/data-files/write-sample";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { MapSettingsScreen } from "../setup/map-settings-screen";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

const [FIRST_COLOR] = LAYER_COLORS;
const OTHER_COLOR = "#c2255c";
const PHOTO_COLOR = "#e03131";

const vectors: [format: SampleFormat, layer: string, atCentre: string][] = [
  ["geojson", "Harbour", "Buoy <b>7</b>"],
  ["kml", "Harbour marks", "Buoy"],
  ["gpx", "Harbour track", "Buoy"],
  ["csv", "Harbour berths", "Buoy"],
  ["flatgeobuf", "Harbour index", "Buoy <b>7</b>"],
  ["pmtiles", "Harbour tiles", "Buoy <b>7</b>"],
];
const images: [format: SampleFormat, layer: string, color: string][] = [
  ["raster-pmtiles", "Harbour image", "#e8590c"],
  ["cog", "Harbour photo", PHOTO_COLOR],
];

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-maps-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

const published: string[] = [];
test.afterEach(async ({ page, baseURL }) => {
  for (const name of published.splice(0)) await removeProject(page, baseURL, name);
});

/** Uploads data in the browser. @returns address of the map */
async function publish(page: Page, name: string, formats: readonly SampleFormat[], layers: number): Promise<string> {
  const screen = new FolderScreen(page);
  await screen.open(name);
  await screen.choose(await Promise.all(formats.map((format) => writeSample(format, folder))), "Select Files");
  const report = `No index.html. Sea-Vision will make a map of ${layers} ${layers === 1 ? "layer" : "layers"}.`;
  await expect(page.getByText(report, { exact: true })).toBeVisible();
  published.push(name);
  await screen.upload.click();
  // The screen says so for two seconds only.
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
  return `/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`;
}

for (const [format, layer, atCentre] of vectors) {
  test(`a ${format} file becomes a map with features to click, and gets another colour`, async ({ page, signInAs }) => {
    await signInAs("admin");
    const name = unused(`Data ${format}`);
    const address = await publish(page, name, [format], 1);
    const map = new DataMapScreen(page);

    await test.step("the map shows the data, and the clicked feature", async () => {
      await page.goto(address);
      await map.drawn();
      await map.shows(FIRST_COLOR);
      await map.click(await map.pixels(FIRST_COLOR));
      await expect(map.popup).toContainText(atCentre);
    });

    await test.step("the layer can be hidden", async () => {
      await map.layer(layer).click();
      await map.hides(FIRST_COLOR);
      await map.layer(layer).click();
      await map.shows(FIRST_COLOR);
    });

    await test.step("Map settings changes the colour, at once in the preview, and for all after saving", async () => {
      const settings = new MapSettingsScreen(page, name);
      await settings.open();
      await settings.openLayer(layer);
      await settings.dialog.getByLabel("Colour", { exact: true }).fill(OTHER_COLOR);
      await new DataMapScreen(settings.preview).shows(OTHER_COLOR);
      await settings.save.click();
      await expect(page.getByText("Map settings saved")).toBeVisible();
      await page.goto(address);
      await map.drawn();
      await map.shows(OTHER_COLOR);
      await map.hides(FIRST_COLOR);
    });
  });
}

test("a zipped Shapefile in another projection becomes a map without a question", async ({ page, signInAs }) => {
  await signInAs("admin");
  const name = unused("Data Shapefile");
  const archive = path.join(folder, "harbour.zip");
  await writeFile(archive, zippedShapefile());
  const screen = new UploadScreen(page);
  await screen.open(name);
  await screen.choose(archive);
  await expect(page.getByRole("region", { name: "Layers" })).toContainText("Shapefile, areas, will be converted");
  published.push(name);
  await screen.upload.click();
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`);
  const map = new DataMapScreen(page);
  await map.shows(FIRST_COLOR);
  await map.click(await map.pixels(FIRST_COLOR));
  await expect(map.popup).toContainText("Hafen Mölln");
});

for (const [format, layer, color] of images) {
  test(`a ${format} file becomes a map of images that can be hidden and faded`, async ({ page, signInAs }) => {
    await signInAs("admin");
    const name = unused(`Data ${format}`);
    const address = await publish(page, name, [format], 1);
    const map = new DataMapScreen(page);
    await page.goto(address);
    await map.drawn();
    await map.shows(color);
    await map.layer(layer).click();
    await map.hides(color);

    const settings = new MapSettingsScreen(page, name);
    await settings.open();
    await settings.openLayer(layer);
    await settings.dialog.getByLabel("Opacity").fill("40");
    await settings.dialog.getByRole("combobox", { name: "Basemap" }).click();
    await page.getByRole("option", { name: "None" }).click();
    await settings.save.click();
    await expect(page.getByText("Map settings saved")).toBeVisible();
    await page.goto(address);
    await map.drawn();
    await map.shows(null);
    await map.hides(color);
  });
}

test("a GeoTIFF of depths is drawn from pale to dark, with a legend and the depth at the pointer", async ({ page, signInAs }) => {
  await signInAs("admin");
  const name = unused("Data depths");
  const address = await publish(page, name, ["depths-cog"], 1);
  await page.goto(address);
  const map = new DataMapScreen(page);
  await map.drawn();
  // The ends of the scale.
  await map.shows("#c9ebb1");
  await map.shows("#281a2c");
  await expect(page.getByRole("group", { name: "Legend of Harbour depths" })).toHaveText("0.6 m29.3 m");
  const { x, y } = await map.pixels("#281a2c");
  await page.mouse.move(x, y);
  await expect(page.getByTitle("Show coordinates")).toHaveText(/ · \d+(\.\d+)? m$/);

  await test.step("a measured line shows the depths along it", async () => {
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await expect(page.getByText("0.000 NM")).toBeVisible();
    const { width = 0, height = 0 } = (await page.locator("canvas").boundingBox()) ?? {};
    await page.locator("canvas").click({ position: { x: width * 0.4, y: height / 2 } });
    await page.locator("canvas").dblclick({ position: { x: width * 0.6, y: height / 2 } });
    const profile = page.getByRole("region", { name: /^Profile of / });
    await expect(profile).toContainText(/\d m to \d+(\.\d+)? m$/);
    await profile.getByRole("slider").press("End");
    await expect(profile).toContainText(/NM: \d+(\.\d+)? m$/);
    await expectAccessible(page, "a profile of depths");
  });

  await test.step("Map settings adds contours with labels, and a hillshade that darkens slopes to the east", async () => {
    const [halo, pale] = ["#ffffff", "#c9ebb1"];
    const settings = new MapSettingsScreen(page, name);
    await settings.open();
    await settings.dialog.getByRole("combobox", { name: "Basemap" }).click();
    await page.getByRole("option", { name: "None" }).click();
    const preview = new DataMapScreen(settings.preview);
    await preview.shows(pale);
    await preview.hides(halo);
    await settings.dialog.getByLabel("Contours").click();
    await expect(settings.dialog.getByLabel("Interval (m)")).toHaveValue("2");
    await settings.dialog.getByLabel("Hillshade").click();
    await preview.hides(pale);
    await settings.save.click();
    await expect(page.getByText("Map settings saved")).toBeVisible();
    await page.goto(address);
    await map.drawn();
    await map.shows(halo);
    await map.hides(pale);
    await expect(page.getByText("Hillshade, contours every 2 m")).toBeVisible();
  });
});

test("an MBTiles file becomes PMTiles after the upload, and then shows its data", async ({ page, signInAs }) => {
  await signInAs("admin");
  const address = await publish(page, unused("Data MBTiles"), ["mbtiles"], 1);
  const map = new DataMapScreen(page);
  await expect
    .poll(
      async () => {
        await page.goto(address);
        await map.drawn();
        return (await map.pixels(FIRST_COLOR)).count;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(20);
  await map.click(await map.pixels(FIRST_COLOR));
  await expect(map.popup).toContainText("Buoy <b>7</b>");
});

test("several files become one map, which works by keyboard and on a phone", async ({ page, signInAs }) => {
  await signInAs("admin");
  const address = await publish(page, unused("Data Harbour"), ["gpx", "cog", "csv"], 3);
  const map = new DataMapScreen(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).hostname));
  await page.goto(`${address}#map=10/54/8.1`);
  await map.drawn();
  await map.shows(PHOTO_COLOR);
  // Pages of files in memory have no host.
  expect(requests.filter((host) => host !== "" && !host.endsWith("localhost"))).toEqual([]);
  await expectAccessible(page, "a map of data");

  await test.step("one box shows or hides all layers, and is mixed while some are shown", async () => {
    const all = map.layer("All layers");
    await map.layer("harbour photo").click();
    await map.hides(PHOTO_COLOR);
    await expect(all).toBeChecked({ indeterminate: true });
    await all.click();
    await map.shows(PHOTO_COLOR);
    await expect(all).toBeChecked();
    await all.click();
    for (const name of ["harbour track", "harbour photo", "harbour berths"]) await expect(map.layer(name)).not.toBeChecked();
    await map.hides(PHOTO_COLOR);
    await all.click();
    await map.shows(PHOTO_COLOR);
  });

  await page.locator("canvas").focus();
  await page.keyboard.press("Enter");
  await expect(map.popup).toContainText(/1 of \d/);
  await page.getByRole("button", { name: "Next feature" }).press("Enter");
  await expect(map.popup).toContainText(/2 of \d/);
  await page.keyboard.press("Escape");
  await expect(map.popup).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await map.drawn();
  await expect(map.layer("harbour berths")).toBeHidden();
  await page.locator("summary").click();
  await map.layer("harbour photo").click();
  await map.hides(PHOTO_COLOR);
  await expectAccessible(page, "a map of data on a phone");
});
