import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openProjects } from "../projects/list-screen";
import { answer } from "../setup/api";
import { expectAccessible, expectGoodEverywhere } from "../setup/appearance";
import { chooseFiles, fileAt } from "../setup/choose-files";

const collection = (features: readonly object[], more: object = {}) => JSON.stringify({ type: "FeatureCollection", ...more, features });
const point = (number: number, x: number) => ({
  type: "Feature",
  properties: { number },
  geometry: { type: "Point", coordinates: [x, 51.9] },
});
const points = [1, 2, 3].map((number) => point(number, 4 + number / 10));
const berths = fileAt("berths.geojson", collection(points));
/** It names its projection. Sea-Vision converts it. */
const projected = fileAt(
  "projected.geojson",
  collection(points, { crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::25832" } } }),
);

const main = page.getByRole("main");
const layers = main.getByRole("region", { name: "Layers" }).getByRole("listitem");
const warning = page.getByText("There is no index.html at the top of this");
const upload = page.getByRole("button", { name: /^(Upload Folder|Upload Anyway|Continue Upload)$/ });
const choose = (...files: File[]) => chooseFiles(page.getByRole("button", { name: "Select Files" }), files);

describe("the upload of map data", () => {
  beforeEach(async () => {
    await openProjects("?mode=upload");
    await page.getByRole("textbox", { name: "Project Name" }).fill("Data");
  });

  it("says which files are converted, and from which projection", async () => {
    await choose(projected, berths);
    await expect
      .poll(() => layers.elements().map(({ textContent }) => textContent))
      .toEqual(["BerthsGeoJSON, points", "ProjectedGeoJSON, points, will be converted from EPSG:25832"]);
    await expectGoodEverywhere("a file that is converted");
  });

  it("refuses a file that no map can show, and takes other files", async () => {
    await choose(fileAt("broken.shp", "no shapes"), berths);
    const refusal = page.getByRole("alert").filter({ hasText: "broken.shp" });
    await expect.element(refusal).toHaveTextContent('"broken.shp" isn\'t a Shapefile, although its name says so.');
    await expect.element(upload).not.toBeInTheDocument();
    await expectGoodEverywhere("a refused file");
    await choose(berths);
    await expect.element(layers).toHaveTextContent(/^Berths/);
    await expect.element(refusal).not.toBeInTheDocument();
  });

  it("keeps the warning for files without map data and without a page", async () => {
    await choose(fileAt("notes.txt", "Soundings of 2026"));
    await expect.element(warning).toBeVisible();
    await expect.element(upload).toHaveTextContent(/^Upload Anyway$/);
    await expect.element(main).toHaveTextContent("index.htmlMissing");
    await expect.element(layers).not.toBeInTheDocument();
  });

  it("names an archive that is uploaded without a page", async () => {
    await choose(fileAt("harbour.zip", "PK"), fileAt("notes.txt", "Soundings"));
    await expect.element(warning).toBeVisible();
    await expect.element(main).toHaveTextContent("The archive harbour.zip inside isn't unpacked. Upload that archive instead.");
    await expectGoodEverywhere("an archive in a folder");
  });

  it("warns of a page that loads files from the top of an origin that all maps share", async () => {
    await choose(fileAt("index.html", `<script type="module" src="/assets/app.js"></script>`), fileAt("app.js", "1"));
    await expect.element(main).toHaveTextContent("All maps of this server share one address, so these files won't load.");
    await expectGoodEverywhere("a page with root paths");
  });

  it("can be cancelled while it reads a large file", async () => {
    const large = fileAt("large.geojson", collection(Array.from({ length: 350_000 }, (_, index) => point(index, 4 + index / 1e6))));
    await choose(large);
    await expect.element(main.getByText("Reading the map data…")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await choose(berths);
    await expect.element(layers).toHaveTextContent(/^Berths/);
  });
});

describe("Replace Map", () => {
  it("reports a missing project", async () => {
    answer(http.get("/api/project/details/:id", () => HttpResponse.json({ message: "This project no longer exists." }, { status: 404 })));
    await openProjects("?mode=options&replace=00000000-0000-4000-8000-000000000000");
    await expect.element(page.getByText("Failed to load project details")).toBeVisible();
    await expectAccessible("the upload to a missing project");
  });
});
