import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { writeSample } from "../setup/data-files/write-sample";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";

/** Land and sea of the built-in basemap in the light theme. */
const [LAND, SEA] = ["#f6f4ef", "#d9e8f1"];
const FIRST_VIEW_BYTES = 300_000;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-world-basemap-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

test("a new map lies on the built-in basemap, and requests nothing from another host", async ({ page, signInAs, baseURL }) => {
  await signInAs("admin");
  const name = unused("World");
  const screen = new FolderScreen(page);
  await screen.open(name);
  await screen.choose([await writeSample("geojson", folder)], "Select Files");
  await screen.upload.click();
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });

  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(hostname);
  });
  let bytes = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(".pmtiles")) bytes += Number(response.headers()["content-length"]);
  });
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  const map = new DataMapScreen(page);

  await test.step("the first view lies on the sea, and the address names no other place", async () => {
    await page.goto(`/projects/maps/${name.toLowerCase().replaceAll(" ", "-")}/`);
    await map.drawn();
    await map.shows(SEA);
    await expect(page.getByText("© OpenStreetMap contributors, Natural Earth, GeoNames")).toBeVisible();
    expect(addresses.filter((address) => address.includes("#map="))).toEqual([]);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES);
  });

  await test.step("land and sea are there at the zooms of a continent and of a harbour", async () => {
    const [address] = page.url().split("#");
    for (const view of ["4/54/10", "11/57.69/11.83"]) {
      // Otherwise only the hash would change.
      await page.goto("about:blank");
      await page.goto(`${address}#map=${view}`);
      await map.drawn();
      await map.shows(LAND);
      await map.shows(SEA);
    }
  });

  // Each map has an origin of its own, below localhost.
  expect([...hosts].filter((host) => host !== "localhost" && !host.endsWith(".localhost"))).toEqual([]);
  await removeProject(page, baseURL, name);
});
