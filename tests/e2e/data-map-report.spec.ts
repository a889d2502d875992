import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { type MapData, writeMapData } from "../setup/map-data";
import { UploadScreen } from "../setup/upload-screen";

let data: MapData;

test.beforeAll(async () => {
  data = await writeMapData();
});
test.afterAll(() => data.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

const layersOf = (page: Page) => page.getByRole("region", { name: "Layers" }).getByRole("listitem");
const facts = (page: Page) => page.getByRole("main").locator("dl").first();
const warning = (page: Page) => page.getByText("There is no index.html at the top of this");

async function expectTwoLayers(page: Page): Promise<void> {
  await expect(page.getByText("No index.html. Sea-Vision will make a map of 2 layers.")).toBeVisible();
  await expect(layersOf(page)).toHaveText([/^Berths\s*GeoJSON, points$/, /^Soundings\s*CSV, points$/]);
  await expect(facts(page)).toContainText("index.htmlWill be made");
  await expect(warning(page)).toHaveCount(0);
}

test("a folder with map data shows the layers of its map before the upload", async ({ page }) => {
  const screen = new FolderScreen(page);
  await screen.open("Data folder");
  await expect(
    page.getByText("Or map data: Shapefile, GeoPackage, GeoTIFF, GeoJSON, KML, CSV, DXF, PMTiles and others, in any projection."),
  ).toBeVisible();
  await screen.choose(data.site);
  await expectTwoLayers(page);
  await expect(screen.upload).toHaveText("Upload Folder");
  await expectGoodEverywhere(page, "the layers of a folder");
});

test("a ZIP with map data shows the layers of its map before the upload", async ({ page }) => {
  const screen = new UploadScreen(page);
  await screen.open("Data ZIP");
  await screen.choose(data.archive);
  await expectTwoLayers(page);
  await expect(screen.upload).toHaveText("Upload ZIP");
});

test("map data dropped on the project list becomes a new project of that name", { tag: "@main" }, async ({ page }) => {
  const screen = new FolderScreen(page);
  await page.goto("/projects");
  await page.getByRole("tab", { name: "Project List" }).click();
  const heading = page.getByRole("heading", { level: 1 });

  await (await screen.hold([data.berths, data.text], heading))();
  await expect(page.getByText("Drop one ZIP file, one folder, or files with map data.")).toBeVisible();

  await (await screen.hold([data.berths], heading))();
  await expect(screen.name).toHaveValue("berths");
  await expect(layersOf(page)).toHaveText([/^Berths\s*GeoJSON, points$/]);
  await expect(page.getByRole("button", { name: "Publish" })).toBeEnabled();
});
