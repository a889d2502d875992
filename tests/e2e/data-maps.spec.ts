import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeFile } from "node:fs/promises";
import { test } from "../setup/browser";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { unused } from "../setup/unused";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-maps-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

test("geojson becomes a map", async ({ page, signInAs }) => {
  await signInAs("admin");
  const name = unused("GeoJSON");
  const file = path.join(folder, "harbour.geojson");
  const ring = [[8, 53.9], [8.2, 53.9], [8.2, 54.1], [8, 54.1], [8, 53.9]];
  await writeFile(file, JSON.stringify({ type: "Feature", properties: { name: "Basin" }, geometry: { type: "Polygon", coordinates: [ring] } }));
  const screen = new FolderScreen(page);
  await screen.open(name);
  await screen.choose([file], "Select Files");
  await screen.upload.click();
  await screen.completed();
  await page.goto(`/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`);
  const map = new DataMapScreen(page);
  await map.drawn();
  await map.shows(null);
  await page.screenshot({ path: "/tmp/vt/e2e.png" });
});
