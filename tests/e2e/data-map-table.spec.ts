import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";

const POINTS = 50_000;
const KINDS = ["Buoy", "Beacon", "Wreck"];
/** Marked on the map around a selected feature. */
const SELECTION = "#ffd400";

/** Points from west to east over Norway, of which every hundredth has no depth. */
function soundings(): string {
  const features = Array.from({ length: POINTS }, (_, index) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [5 + (index / POINTS) * 10, 58 + ((index * 37) % 1000) / 250] },
    properties: {
      name: index === 40_000 ? "Tromsø reef" : `Sounding ${index}`,
      depth: index % 100 === 0 ? null : (index * 7919) % 10_007,
      kind: KINDS[index % KINDS.length],
    },
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-map-table-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

let published: string | undefined;
test.afterEach(async ({ page, baseURL }) => {
  if (published) await removeProject(page, baseURL, published);
});

/** Uploads the points in the browser, and opens their map. */
async function openMap(page: Page): Promise<DataMapScreen> {
  const file = path.join(folder, "soundings.geojson");
  await writeFile(file, soundings());
  const screen = new FolderScreen(page);
  const name = unused("Data table");
  await screen.open(name);
  await screen.choose([file], "Select Files");
  await expect(page.getByText("Sea-Vision will make a map of 1 layer.")).toBeVisible();
  published = name;
  await screen.upload.click();
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`);
  const map = new DataMapScreen(page);
  await map.drawn();
  return map;
}

test("visitors read 50,000 features in a table and search them, also on a phone", async ({ page, signInAs }) => {
  await signInAs("admin");
  const map = await openMap(page);
  const table = page.getByRole("region", { name: "Table of Soundings" });
  const grid = table.getByRole("grid");
  const count = table.getByRole("status");
  const cells = (text: string) => grid.getByRole("gridcell", { name: text, exact: true });
  const firstRow = grid.locator("[aria-rowindex='2']");
  const selected = grid.getByRole("row", { selected: true });
  const search = page.getByRole("combobox", { name: "Search the map" });

  await test.step("the table has all features, of which those in its view are drawn", async () => {
    await page.getByRole("button", { name: "Table of Soundings" }).click();
    await expect(count).toHaveText("50,000 rows");
    await expect(grid).toHaveAttribute("aria-rowcount", "50001");
    await expectAccessible(page, "a map with its table");
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await expect(cells("Sounding 25001")).toBeVisible();
    await grid.press("End");
    await expect(cells("Sounding 49999")).toBeVisible();
    expect(await grid.getByRole("row").count()).toBeLessThan(80);
  });

  await test.step("a head sorts by numbers, in both directions and back, with empty values last", async () => {
    const head = grid.getByRole("columnheader", { name: "depth" });
    await head.getByRole("button", { name: "depth", exact: true }).click();
    await grid.press("Home");
    await expect(firstRow.getByRole("gridcell").nth(1)).toHaveText("0");
    await head.getByRole("button", { name: "depth", exact: true }).click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(firstRow.getByRole("gridcell").nth(1)).toHaveText("10006");
    await grid.press("End");
    await expect(selected.getByRole("gridcell").nth(1)).toHaveText("");
    await head.getByRole("button", { name: "depth", exact: true }).click();
    await expect(head).toHaveAttribute("aria-sort", "none");
  });

  await test.step("each column has its kind of filter", async () => {
    await grid.getByRole("button", { name: "Filter kind" }).click();
    await expectAccessible(page, "a filter of the table");
    await page.getByRole("checkbox", { name: "Beacon" }).check();
    await expect(count).toHaveText("16,667 of 50,000 rows");
    await page.keyboard.press("Escape");
    await expect(table).toBeVisible();
    await grid.getByRole("button", { name: "Filter depth" }).click();
    await table.getByLabel("From", { exact: true }).fill("10000");
    await table.getByLabel("To", { exact: true }).fill("10004,5");
    await expect(count).toHaveText("7 of 50,000 rows");
    await page.keyboard.press("Enter");
    await grid.getByRole("button", { name: "Filter name" }).click();
    await table.getByLabel("Contains").fill("nothing like this");
    await expect(count).toHaveText("0 of 50,000 rows");
    await table.getByRole("button", { name: "Clear filters" }).click();
    await expect(count).toHaveText("50,000 rows");
  });

  await test.step("arrow keys and Enter go to a feature, which is marked on the map", async () => {
    await grid.press("Home");
    await grid.press("ArrowDown");
    await expect(selected).toContainText("Sounding 1");
    await grid.press("Enter");
    await map.shows(SELECTION);
    await expect(page).toHaveURL(/#map=14/);
  });

  await test.step("the table shows what is in view", async () => {
    await table.getByRole("checkbox", { name: "Only what is in view" }).check();
    await expect(count).toHaveText(/^\d of 50,000 rows$/);
    await page.getByRole("button", { name: "Show all data" }).click();
    await expect(count).toHaveText("50,000 of 50,000 rows");
  });

  await test.step("a click on the map selects the row", async () => {
    await grid.press("Home");
    await grid.press("Enter");
    await expect(count).toHaveText(/^\d of 50,000 rows$/);
    await map.shows(SELECTION);
    const place = await map.pixels(SELECTION);
    await table.getByRole("checkbox", { name: "Only what is in view" }).uncheck();
    await grid.press("End");
    await expect(selected).toContainText("Sounding 49999");
    await map.click(place);
    await expect(selected).toContainText("Sounding 0");
    await page.keyboard.press("Escape");
  });

  await test.step("Escape closes the table, and the button gets the focus back", async () => {
    await grid.press("Escape");
    await expect(table).toBeHidden();
    await expect(page.getByRole("button", { name: "Table of Soundings" })).toBeFocused();
    await map.hides(SELECTION);
  });

  await test.step("the search finds texts without accents, and coordinates", async () => {
    await search.fill("tromso");
    const results = page.getByRole("listbox", { name: "Results" });
    await expect(results.getByRole("option")).toHaveText(["Tromsø reef"]);
    await expectAccessible(page, "results of the search");
    await search.press("Enter");
    await map.shows(SELECTION);
    await expect(results).toBeHidden();
    await search.fill("60°23.4'N 005°19.2'E");
    await expect(results.getByRole("option")).toHaveText(["Go to 60.39, 5.32"]);
    await search.press("Enter");
    await expect(page).toHaveURL(/#map=14\/60\.39\d*\/5\.\d+/);
    await search.fill("no such sounding");
    await expect(page.getByText("Nothing found.")).toBeVisible();
  });

  await test.step("on a phone, the table covers the map until a row is chosen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    await map.drawn();
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Table of Soundings" }).click();
    await expect(count).toHaveText("50,000 rows");
    await expectAccessible(page, "a table on a phone");
    await table.getByRole("button", { name: "Close the table" }).click();
    await page.getByRole("button", { name: "Table of Soundings" }).click();
    await cells("Sounding 3").click();
    await expect(table).toBeHidden();
    await map.shows(SELECTION);
  });
});
