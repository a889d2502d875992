import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withScheme } from "@/lib/data-maps/formats/tiles/tile-places";
import { type DataMap, dataMapSchema } from "@/lib/data-maps/schema";
import { db } from "@/lib/db/client";
import { craftZip } from "../../setup/craft-zip";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { type FolderServer, newName, process, startFolderServer } from "../folder-imports/folder-server";
import { type SiteFiles, uploadPack } from "../folder-imports/packs";
import { filesOfProject, filesOfTree } from "../folder-imports/published-files";
import { start, uploadZip } from "../imports/publish-zip";

const viewer = "da7a".padEnd(64, "0");

const harbour = JSON.stringify({
  type: "FeatureCollection",
  features: [{ type: "Feature", properties: { name: "Mole" }, geometry: { type: "Point", coordinates: [8.1, 54] } }],
});
const coast = harbour.replace("[8.1,54]", "[8.2,53.9]");

let server: FolderServer;
let admin: SignedIn;
beforeAll(async () => {
  [server, admin] = [await startFolderServer(), await signedIn("admin")];
  await db().viewerFile.create({ data: { hash: viewer, name: "viewer.js", content: Buffer.from("") } });
});
afterAll(() => server.close());

async function publish(files: SiteFiles, target: object = { projectName: newName(), description: "" }) {
  return await process(server, admin.bearer, { ...target, files: await uploadPack(admin, files) });
}

async function mapOf(projectId: string | undefined): Promise<DataMap> {
  return dataMapSchema.parse(JSON.parse((await filesOfProject(projectId))["map.json"] ?? ""));
}

const layersOf = (map: DataMap) => map.layers.map(({ name, file }) => [name, file]);

describe("a folder of data without index.html", () => {
  it("becomes a map with a page and map.json, and keeps its files", async () => {
    const projectName = newName();
    const { status, body } = await publish({ "data/harbour.geojson": harbour, "notes.txt": "x" }, { projectName, description: "" });
    expect([status, body.warning]).toEqual([200, null]);
    const { "index.html": page, "map.json": _, ...files } = await filesOfProject(body.projectId);
    expect(files).toEqual({ "data/harbour.geojson": harbour, "notes.txt": "x" });
    expect(page).toContain(`<script type="module" src="/viewer/${viewer}/viewer.js"></script>`);
    const map = await mapOf(body.projectId);
    expect(map).toMatchObject({ title: projectName, view: { bounds: [8.1, 54, 8.1, 54] }, basemap: "world" });
    expect(layersOf(map)).toEqual([["Harbour", "data/harbour.geojson"]]);
    const { currentTree } = await db().project.findUniqueOrThrow({ where: { id: body.projectId ?? "" }, include: { currentTree: true } });
    expect(currentTree?.fileCount).toBe(4);
  });

  it("stays as it is with an index.html of its own", async () => {
    const files = { "index.html": "<h1>own</h1>", "harbour.geojson": harbour };
    const { body } = await publish(files);
    expect(await filesOfProject(body.projectId)).toEqual(files);
  });

  it("stays as it is without data that a map can show, with the usual warning", async () => {
    const files = { "settings.json": "[1, 2]", "notes.csv": "name;value\na;1\n" };
    const { body } = await publish(files);
    expect(await filesOfProject(body.projectId)).toEqual(files);
    expect(body.warning).toMatch(/^This map has no index\.html/);
  });

  it("is refused with a file that can't be shown, and the answer says what to do", async () => {
    const { status, body } = await publish({ "harbour.geojson": harbour, "photo.tif": "II*\0 but nothing more" });
    expect(status).toBe(409);
    expect(body.message).toContain("photo.tif");
  });
});

describe("new data for a map of data", () => {
  it("keeps the settings, drops layers of missing files and adds new ones", async () => {
    const { body } = await publish({ "harbour.geojson": harbour, "old.geojson": coast });
    const former = await mapOf(body.projectId);
    const edited = { ...former, title: "Edited", layers: former.layers.map((layer) => ({ ...layer, color: "#123456" })) };
    const second = await publish(
      { "harbour.geojson": harbour, "map.json": JSON.stringify(edited), "coast.geojson": coast },
      { projectId: body.projectId },
    );
    expect(second.status, JSON.stringify(second.body)).toBe(200);
    const map = await mapOf(body.projectId);
    expect(map.title).toBe("Edited");
    expect(new Map(map.layers.map(({ file, color }) => [file, color === "#123456"]))).toEqual(
      new Map([
        ["harbour.geojson", true],
        ["coast.geojson", false],
      ]),
    );
  });

  it("takes the settings of the replaced map when the upload has no map.json", async () => {
    const { body } = await publish({ "harbour.geojson": harbour });
    const [first] = (await mapOf(body.projectId)).layers;
    const second = await publish({ "harbour.geojson": harbour, "coast.geojson": coast }, { projectId: body.projectId });
    expect(second.status).toBe(200);
    expect((await mapOf(body.projectId)).layers).toContainEqual(first);
    expect(layersOf(await mapOf(body.projectId))).toHaveLength(2);
  });

  it("replaces a broken map.json", async () => {
    const { body } = await publish({ "harbour.geojson": harbour, "map.json": "{ broken" });
    expect(layersOf(await mapOf(body.projectId))).toEqual([["Harbour", "harbour.geojson"]]);
  });
});

describe("a folder of tiles without a page", () => {
  const tiles: SiteFiles = { "depths/5/16/21.png": "a", "depths/6/33/43.png": "b", "depths/7/66/87.png": "c", "depths/7/67/86.png": "d" };
  const tileMap = '<TileMap><TileSets profile="mercator"></TileSets></TileMap>';

  it("becomes a layer at the place of its tiles, and keeps its files", async () => {
    const { body } = await publish({ ...tiles, "depths/tilemapresource.xml": tileMap, "readme.txt": "x" });
    const map = await mapOf(body.projectId);
    expect(map.layers).toMatchObject([{ name: "Depths", file: "depths/{z}/{x}/{y}.png", format: "tiles", kind: "raster" }]);
    const bounds = [5.625, 52.48278022207821, 11.25, 55.77657301866768];
    expect(map.layers[0]?.tiles).toEqual({ scheme: "tms", minZoom: 5, maxZoom: 7, bounds });
    expect(map.view).toEqual({ bounds });
    expect(Object.keys(await filesOfProject(body.projectId))).toHaveLength(8);
  });

  it("keeps the order of its rows that the admin chose when it is published again", async () => {
    const { body } = await publish(tiles);
    const former = await mapOf(body.projectId);
    expect(former.layers).toMatchObject([{ tiles: { scheme: "tms" }, notes: [expect.stringContaining("Map Settings")] }]);
    const layers = former.layers.map((layer) => ({ ...layer, tiles: layer.tiles && withScheme(layer.tiles, "xyz") }));
    await publish({ ...tiles, "map.json": JSON.stringify({ ...former, layers }) }, { projectId: body.projectId });
    expect((await mapOf(body.projectId)).layers[0]?.tiles).toEqual(layers[0]?.tiles);
  });

  it("stays a site with the page of gdal2tiles", async () => {
    const files = { ...tiles, "depths/leaflet.html": "<h1>own</h1>" };
    const { body } = await publish(files);
    expect(Object.keys(await filesOfProject(body.projectId)).sort()).toEqual(Object.keys(files).sort());
  });
});

describe("a QGIS project next to data", () => {
  it("gives the map its names, styles and notes", async () => {
    const point = (name: string) => harbour.replace("Mole", name);
    const symbol =
      '<symbols><symbol type="marker" name="0"><layer class="SimpleMarker"><prop k="color" v="1,2,3,255"/></layer></symbol></symbols>';
    const layer = (id: string, style: string) =>
      `<maplayer><id>${id}</id><datasource>./data/${id}.geojson</datasource><layername>${id.toUpperCase()}</layername>${style}</maplayer>`;
    const project = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'><qgis version="3.34">
      <layer-tree-group><layer-tree-layer id="b" checked="Qt::Unchecked"/><layer-tree-layer id="a" checked="Qt::Checked"/></layer-tree-group>
      <projectlayers>${layer("a", `<renderer-v2 type="singleSymbol">${symbol}</renderer-v2>`)}${layer("b", '<renderer-v2 type="RuleRenderer"/>')}</projectlayers></qgis>`;
    const { body } = await publish({ "map.qgs": project, "data/a.geojson": point("A"), "data/b.geojson": point("B") });
    expect((await mapOf(body.projectId)).layers).toMatchObject([
      { name: "B", visible: false, notes: ["B: its rule-based style can't be taken over."] },
      { name: "A", visible: true, color: "#010203" },
    ]);
  });
});

describe("a ZIP of data", () => {
  const entry = (method: 0 | 8) => ({ name: "site/harbour.geojson", data: Buffer.from(harbour), method });

  /** The worker of the folder server runs the import. @returns the row of the import when it has ended */
  async function publishZip(archive: Uint8Array) {
    const upload = await uploadZip(archive);
    const { importId } = await start(upload);
    const find = () => db().import.findUniqueOrThrow({ where: { id: importId } });
    await until("the import has ended", async () => (await find()).finishedAt !== null);
    return { ...(await find()), uploadId: upload.blobKey };
  }

  it.each([0, 8] as const)("becomes a map when its files have compression method %i", async (method) => {
    const { status, treeId } = await publishZip(craftZip([entry(method)]));
    expect(status).toBe("complete");
    expect(Object.keys(await filesOfTree(treeId ?? 0n))).toEqual(["index.html", "map.json", "site/harbour.geojson"]);
  });

  it("is refused with damaged data, and leaves nothing", async () => {
    const deflated = Buffer.from("not deflated at all");
    const { uploadId, ...row } = await publishZip(craftZip([{ ...entry(8), stored: deflated }]));
    expect(row).toMatchObject({
      status: "failed",
      error: expect.stringContaining("is damaged in the archive"),
      projectId: null,
      treeId: null,
    });
    expect(await db().upload.count({ where: { id: uploadId } })).toBe(0);
  });
});
