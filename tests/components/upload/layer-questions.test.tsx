import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openProjects } from "../projects/list-screen";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { chooseFiles, fileAt } from "../setup/choose-files";
import { smallZip } from "./small-zip";
import * as zip from "./zip-upload";

const UTM_32 = { code: "EPSG:25832", name: "ETRS89 / UTM zone 32N", area: "Europe between 6°E and 12°E: Austria; Belgium; Denmark." };
const RD = { code: "EPSG:28992", name: "Amersfoort / RD New", area: "Netherlands - onshore." };

/** Returns the header of a Shapefile with points in a box. */
function shapefile(name: string, box: readonly number[]): File {
  const view = new DataView(new ArrayBuffer(100));
  view.setInt32(0, 9994);
  view.setInt32(32, 1, true);
  for (const [index, value] of box.entries()) view.setFloat64(36 + 8 * index, value, true);
  return fileAt(name, view.buffer);
}

const HAMBURG = [565_000, 5_933_000, 566_000, 5_934_000] as const;
const harbour = shapefile("harbour.shp", HAMBURG);
const quays = shapefile("quays.shp", HAMBURG);
const table = (name: string, rows: readonly string[]) => fileAt(name, ["name;a;b", ...rows].join("\n"));

const layers = page.getByRole("region", { name: "Layers" });
const rows = layers.getByRole("listitem");
const search = layers.getByRole("combobox", { name: "Projection" });
const option = (name: string) => layers.getByRole("option", { name });
const later = layers.getByText("You can answer later in Map Settings.");
const choose = (...files: File[]) => chooseFiles(page.getByRole("button", { name: "Select Files" }), files);

async function chooseColumn(label: string, column: string): Promise<void> {
  await layers.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: column, exact: true }).click();
}

beforeEach(() =>
  answer(
    http.get("/api/projections", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const isRd = query.get("search")?.includes("netherlands") ?? false;
      return HttpResponse.json({ projections: query.get("search") === "atlantis" ? [] : [isRd ? RD : UTM_32] });
    }),
  ),
);

describe("the report before an upload", () => {
  beforeEach(async () => {
    await openProjects("?mode=upload");
    await page.getByRole("textbox", { name: "Project Name" }).fill("Data");
  });

  it.each([false, true])("says which file needs the GDAL package (the server has it: %s)", async (hasGdal) => {
    answer(http.get("/api/auth/me", () => HttpResponse.json({ hasGdal })));
    await choose(fileAt("depths.bag", new ArrayBuffer(100)));
    await expect.element(rows).toHaveTextContent("Depths");
    const sentence = layers.getByText(
      'This server can\'t convert "depths.bag" before an administrator installs the Debian package gdal-bin.',
    );
    if (hasGdal) await expect.element(sentence).not.toBeInTheDocument();
    else await expect.element(sentence).toBeVisible();
  });

  it("offers the likely projections of a file, and says that it will be converted from the chosen one", async () => {
    await choose(harbour);
    await expect.element(rows).toHaveTextContent(/^Harbour\s*Shapefile, points, will be converted\s*Needs an answer/);
    await expect.element(option("EPSG:25832")).toHaveTextContent("EPSG:25832, ETRS89 / UTM zone 32NUsed in: Europe between 6°E and 12°E");
    await expect.element(later).toBeVisible();
    await expectGoodEverywhere("the question for a projection");
    await option("EPSG:25832").click();
    await expect.element(rows).toHaveTextContent(/^Harbour\s*Shapefile, points, will be converted from EPSG:25832\s*Change$/);
    await expect.element(later).not.toBeInTheDocument();
    await layers.getByRole("button", { name: "Change the answer for Harbour" }).click();
    await expect.element(option("EPSG:25832")).toBeVisible();
  });

  it("finds a projection by its place, and says when there is none", async () => {
    await choose(harbour);
    await search.fill("atlantis");
    await expect.element(layers.getByText('No projections match "atlantis"')).toBeVisible();
    await search.fill("netherlands");
    await option("EPSG:28992").click();
    await expect.element(rows).toHaveTextContent("will be converted from EPSG:28992");
  });

  it("takes one projection for all files that need one", async () => {
    await choose(harbour, quays);
    await layers.getByLabelText("Also for the other file with this question").click();
    await option("EPSG:25832").click();
    await expect
      .poll(() => rows.elements().map(({ textContent }) => textContent))
      .toEqual([
        "HarbourShapefile, points, will be converted from EPSG:25832Change",
        "QuaysShapefile, points, will be converted from EPSG:25832Change",
      ]);
  });

  it("asks for the columns of a table, and then for their projection", async () => {
    await choose(table("moorings.csv", ["Alpha;565000;5933000", "Bravo;565100;5933100"]));
    await expect.element(layers.getByText("Which columns have the coordinates?")).toBeVisible();
    await expect.element(layers.getByRole("cell", { name: "Bravo" })).toBeVisible();
    const use = layers.getByRole("button", { name: "Use These Columns" });
    await expect.element(use).toBeDisabled();
    await chooseColumn("Longitude or easting", "a");
    await chooseColumn("Latitude or northing", "b");
    await expectGoodEverywhere("the question for columns");
    await use.click();
    await option("EPSG:25832").click();
    await expect.element(rows).toHaveTextContent("Moorings");
    await expect.element(rows).toHaveTextContent("will be converted from EPSG:25832");
  });

  it("asks whether coordinates are swapped", async () => {
    const point = { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [53.55, 9.99] } };
    const swapped = fileAt("swapped.geojson", JSON.stringify({ type: "FeatureCollection", features: [point] }));
    await choose(swapped);
    await expect.element(layers).toHaveTextContent("Latitude and longitude look swapped: the first point is at 53.55 E, 9.99 N.");
    await expectGoodEverywhere("the question for swapped coordinates");
    await layers.getByRole("button", { name: "Swap" }).click();
    await expect.element(rows).toHaveTextContent(/^Swapped\s*GeoJSON, points\s*Change$/);
  });
});

it("a direct upload carries the answers", async () => {
  let sent: FormData | undefined;
  answer(
    http.get("/extraction-progress/answered", () =>
      sent
        ? HttpResponse.json(zip.extracting({ status: "complete", viewable: true, projectId: "one" }))
        : new HttpResponse(null, { status: 404 }),
    ),
    http.post("/upload-zip-direct", async ({ request }) => {
      sent = await request.formData();
      return HttpResponse.json({ success: true, safeName: "answered" });
    }),
  );
  await zip.openZipUpload("Answered");
  await zip.selectMethod("Direct Upload");
  zip.drop(zip.fileOf(smallZip([{ name: "plan.dxf", size: 100 }])));
  await option("EPSG:25832").click();
  await expect.element(rows).toHaveTextContent("DXF drawing, will be converted from EPSG:25832");
  await zip.uploadButton().click();
  await expect.poll(() => sent?.get("answers")).toBe('{"plan.dxf":{"projection":"EPSG:25832"}}');
});
