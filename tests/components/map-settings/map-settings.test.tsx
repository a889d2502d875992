import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { plainViewer } from "../../setup/plain-viewer";
import { ContentApi } from "../files/content-api";
import { FolderApi } from "../files/folder-api";
import { openProjects, rowOf } from "../projects/list-screen";
import { ProjectApi } from "../projects/project-api";
import { projectDetails } from "../projects/project-rows";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { serve } from "../setup/serve";

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

const dialog = page.getByRole("dialog", { name: "Harbour" });
const title = dialog.getByLabelText("Title");
const save = dialog.getByRole("button", { name: "Save Changes" });
const discard = page.getByRole("alertdialog", { name: "Discard changes?" });

/** Returns what the preview shows of each layer. */
const shownLayers = () =>
  Array.from(document.querySelector("iframe")?.contentDocument?.querySelectorAll("li") ?? [], ({ textContent }) => textContent);

let content: ContentApi;

async function openDetails(isDataMap = true): Promise<void> {
  new ProjectApi([projectDetails("Harbour", { isDataMap, fileCount: 4, byteCount: 900 })]);
  await openProjects("", location.origin);
  await rowOf("Harbour").getByRole("button", { name: "View Project" }).click();
  await dialog.getByRole("tab", { name: "Settings" }).click();
  await expect.element(dialog.getByLabelText("Description")).toBeVisible();
}

async function openSettings(map: object): Promise<void> {
  const text = JSON.stringify(map);
  content = new ContentApi(new Map([["map.json", text]]));
  answer(http.head("/projects/maps/harbour/", () => new HttpResponse(null)));
  await serve("*/projects/maps/*", ({ pathname }) => {
    const [body, type] = pathname.endsWith("map.json") ? [text, "application/json"] : [plainViewer, "text/html"];
    return new Response(body, { headers: { "Content-Type": type } });
  });
  await openDetails();
  await dialog.getByRole("button", { name: "Map Settings" }).click();
  await expect.element(dialog.getByText("Map Settings", { exact: true })).toBeVisible();
}

describe("map settings", () => {
  it("name each mistake, keep the preview, and ask before changes are lost", async () => {
    await openSettings(harbour);
    await expect.poll(shownLayers).toHaveLength(2);
    await dialog.getByRole("button", { name: "Berths", exact: true }).click();
    await dialog.getByLabelText("Colour", { exact: true }).fill("red");
    await dialog.getByLabelText("Width (pixels)").fill("40");
    await title.fill("");
    await expect.element(dialog.getByText("Write a colour such as #2563eb.")).toBeVisible();
    await expect.element(dialog.getByText("Enter a number from 0.5 to 20.")).toBeVisible();
    expect(shownLayers()[0]).toBe("Berths, #d9480f, visible");
    await save.click();
    await expect.element(title).toHaveFocus();
    await expect.element(title).toHaveAccessibleDescription("Enter a title.");
    await dialog.getByRole("combobox", { name: "Basemap" }).click();
    await page.getByRole("option", { name: "Address" }).click();
    await expect.element(dialog.getByText("Enter an address.")).toBeVisible();
    expect(JSON.parse(content.texts.get("map.json") ?? "")).toEqual(harbour);
    await userEvent.keyboard("{Escape}");
    await discard.getByRole("button", { name: "Discard" }).click();
    await expect.element(discard).not.toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("undo changes one by one, and text of one field at once", async () => {
    await openSettings(harbour);
    const undo = dialog.getByRole("button", { name: "Undo" });
    await expect.element(undo).toBeDisabled();
    await title.fill("Har");
    await userEvent.type(title, "bor");
    await dialog.getByRole("checkbox", { name: "Show Berths" }).click();
    await dialog.getByRole("checkbox", { name: "Show Berths" }).click();
    await dialog.getByRole("checkbox", { name: "Show Quays" }).click();
    await undo.click();
    await expect.element(dialog.getByRole("checkbox", { name: "Show Quays" })).toBeChecked();
    await undo.click();
    await expect.element(dialog.getByRole("checkbox", { name: "Show Berths" })).not.toBeChecked();
    await undo.click();
    await expect.element(dialog.getByRole("checkbox", { name: "Show Berths" })).toBeChecked();
    await expect.element(title).toHaveValue("Harbor");
    await undo.click();
    await expect.element(title).toHaveValue("Harbour");
    await expect.element(undo).toBeDisabled();
  });

  it("offer the built-in basemap by its name, and save it", async () => {
    await openSettings(harbour);
    await dialog.getByRole("combobox", { name: "Basemap" }).click();
    await page.getByRole("option", { name: "World (built in)" }).click();
    await save.click();
    await expect.poll(() => JSON.parse(content.texts.get("map.json") ?? "")).toMatchObject({ basemap: "world" });
  });

  it("fit and are accessible at every width, in both themes, with mistakes", async () => {
    await openSettings(harbour);
    await title.fill("");
    await dialog.getByRole("button", { name: "Berths", exact: true }).click();
    await dialog.getByLabelText("Colour", { exact: true }).fill("red");
    await dialog.getByLabelText("Width (pixels)").fill("40");
    await dialog.getByRole("combobox", { name: "Basemap" }).click();
    await page.getByRole("option", { name: "Address" }).click();
    await expect.element(dialog.getByText("Enter an address.")).toBeVisible();
    await expectGoodEverywhere("map settings with mistakes");
  });

  it("take the projection of a file that doesn't say it, and save it without the problem", async () => {
    const find = ({ request }: { request: Request }) => {
      const isSought = new URL(request.url).searchParams.get("search") === "germany";
      const found = { code: "EPSG:25832", name: "ETRS89 / UTM zone 32N", area: "Europe between 6°E and 12°E." };
      return HttpResponse.json({ projections: isSought ? [found] : [] });
    };
    answer(http.get("/api/projections", find));
    const problem = '"quays.shp" doesn\'t say which projection it has. Choose it in Map Settings.';
    const quays = {
      name: "Quays",
      file: "quays.shp",
      format: "gdal",
      kind: "lines",
      notes: ["2 of 9 features have no geometry."],
      problem,
    };
    await openSettings({ ...harbour, layers: [...harbour.layers, quays] });
    await expect.element(dialog.getByText(problem)).toBeVisible();
    await expect.element(dialog.getByText("2 of 9 features have no geometry.")).toBeVisible();
    await expect.element(dialog.getByText("quays.shp, Shapefile, lines, will be converted")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Projection" }).fill("germany");
    await expect.element(dialog.getByRole("option", { name: "EPSG:25832" })).toBeVisible();
    await expectGoodEverywhere("map settings with a layer without a projection");
    await dialog.getByRole("option", { name: "EPSG:25832" }).click();
    await expect.element(dialog.getByText("Projection: EPSG:25832")).toBeVisible();
    await expect.element(dialog.getByText(problem)).not.toBeInTheDocument();
    await save.click();
    await expect.element(page.getByText("Map settings saved")).toBeVisible();
    const saved = JSON.parse(content.texts.get("map.json") ?? "").layers[2];
    expect(saved).toMatchObject({ file: "quays.shp", projection: "EPSG:25832" });
    expect(saved).not.toHaveProperty("problem");
  });

  it("change the projection of a layer that is converted already, and say that it is converted again", async () => {
    const found = { code: "EPSG:25833", name: "ETRS89 / UTM zone 33N", area: "Europe between 12°E and 18°E." };
    answer(http.get("/api/projections", () => HttpResponse.json({ projections: [found] })));
    const convertedFrom = { file: "quays.shp", revision: "1", projection: "EPSG:25832" };
    const quays = { name: "Quays", file: "layers/quays.shp/quays.fgb", format: "flatgeobuf", kind: "lines", projection: "EPSG:25832" };
    const charts = { ...quays, name: "Charts", file: "charts.pmtiles", format: "pmtiles", projection: undefined };
    await openSettings({
      ...harbour,
      layers: [
        { ...quays, convertedFrom },
        { ...charts, convertedFrom: { file: "charts.mbtiles", revision: "1" } },
      ],
    });
    await dialog.getByRole("button", { name: "Quays", exact: true }).click();
    await expect.element(dialog.getByText("Projection: EPSG:25832")).toBeVisible();
    await dialog.getByRole("button", { name: "Change the projection" }).click();
    await dialog.getByRole("option", { name: "EPSG:25833" }).click();
    await expect.element(dialog.getByText("Projection: EPSG:25833. The file is converted again when you save.")).toBeVisible();
    await save.click();
    await expect.element(page.getByText("Map settings saved")).toBeVisible();
    expect(JSON.parse(content.texts.get("map.json") ?? "").layers[0]).toMatchObject({ projection: "EPSG:25833", convertedFrom });
    await dialog.getByRole("button", { name: "Charts", exact: true }).click();
    expect(dialog.getByRole("button", { name: "Change the projection" }).elements()).toHaveLength(1);
  });

  it("take the columns of a table, and whether coordinates are swapped", async () => {
    const table = { name: "Towns", file: "towns.csv", format: "csv", kind: "points", problem: "Which columns have the coordinates?" };
    const swapped = { name: "Piers", file: "piers.geojson", format: "geojson", kind: "points", problem: "They look swapped." };
    await openSettings({ ...harbour, layers: [table, swapped] });
    await dialog.getByLabelText("Column of longitudes").fill("x");
    await dialog.getByLabelText("Column of latitudes").fill("y");
    await dialog.getByRole("button", { name: "Use These Columns" }).click();
    await dialog.getByRole("button", { name: "Swap", exact: true }).click();
    await expect.element(dialog.getByLabelText("Swap latitude and longitude")).toBeChecked();
    await save.click();
    await expect.element(page.getByText("Map settings saved")).toBeVisible();
    const { layers } = JSON.parse(content.texts.get("map.json") ?? "");
    expect(layers).toMatchObject([{ columns: { longitude: "x", latitude: "y" } }, { isSwapped: true }]);
    for (const layer of layers) expect(layer).not.toHaveProperty("problem");
  });

  it("add the current view as a bookmark, rename and remove bookmarks", async () => {
    await openSettings({ ...harbour, bookmarks: [{ name: "Old quay", view: { bounds: [4, 51, 5, 52] } }] });
    await dialog.getByRole("button", { name: "Add Current View" }).click();
    const added = dialog.getByLabelText("Name of bookmark 2");
    await expect.element(added).toHaveValue("View 2");
    await expect.element(added).toHaveFocus();
    await expect.element(added).toHaveAccessibleDescription("Centre 51.500°, 4.500°, zoom 7.0");
    await added.fill("");
    await expect.element(added).toHaveAccessibleDescription("Centre 51.500°, 4.500°, zoom 7.0 Enter a name.");
    await expectGoodEverywhere("map settings with bookmarks");
    await added.fill("New quay");
    await dialog.getByRole("button", { name: "Remove Old quay" }).click();
    await expect.element(dialog.getByRole("button", { name: "Add Current View" })).toHaveFocus();
    await save.click();
    await expect.element(page.getByText("Map settings saved")).toBeVisible();
    expect(JSON.parse(content.texts.get("map.json") ?? "")).toMatchObject({
      view: harbour.view,
      bookmarks: [{ name: "New quay", view: { center: [4.5, 51.5], zoom: 7 } }],
    });
  });

  it("take at most 20 bookmarks", async () => {
    const view = { center: [4, 51], zoom: 9 };
    const bookmarks = Array.from({ length: 20 }, (_, index) => ({ name: `View ${index + 1}`, view }));
    await openSettings({ ...harbour, bookmarks });
    await expect.element(dialog.getByText("A map has at most 20 bookmarks.")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Add Current View" })).toBeDisabled();
  });

  it("don't overwrite what another user has saved", async () => {
    await openSettings(harbour);
    await expect.element(title).toHaveValue("Harbour");
    const theirs = JSON.stringify({ ...harbour, title: "Changed elsewhere" });
    content.save("map.json", theirs);
    await title.fill("Mine");
    await save.click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Another user saved map.json after you opened it.");
    await expectGoodEverywhere("map settings after a conflict");
    await dialog.getByRole("button", { name: "Reload" }).click();
    await expect.element(title).toHaveValue("Changed elsewhere");
    expect(content.texts.get("map.json")).toBe(theirs);
  });

  it("say what is wrong with a map.json, and lead to its files", async () => {
    await openSettings({ ...harbour, version: 9 });
    await expect.element(dialog.getByText("map.json has mistakes")).toBeVisible();
    await expect.element(dialog.getByText(/^version: /)).toBeVisible();
    await expectGoodEverywhere("map settings of a wrong map.json");
    new FolderApi({ "index.html": 100, "map.json": 300 });
    await dialog.getByRole("link", { name: "Open Its Files" }).click();
    await expect.element(page.getByRole("button", { name: "Edit file map.json" })).toBeVisible();
  });

  it("are missing in the details of a map site without map.json", async () => {
    await openDetails(false);
    await expect.element(dialog.getByRole("button", { name: "Map Settings" })).not.toBeInTheDocument();
  });
});
