import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { openDataFile } from "@/lib/data-maps/publish/tree-file";
import type { DataMap } from "@/lib/data-maps/schema";
import { findConversions } from "@/lib/files/conversion/find-sources";
import { conversionSweep } from "@/lib/files/conversion/jobs";
import { saveContent } from "@/lib/files/text/content";
import { openEngine } from "@/lib/gdal/open";
import { findEntries } from "@/lib/trees/data";
import { craftZip } from "../../setup/craft-zip";
import { until } from "../../setup/until";
import { newName, process } from "../folder-imports/folder-server";
import { uploadPack } from "../folder-imports/packs";
import { filesOfProject } from "../folder-imports/published-files";
import { type DataPublisher, mapOf, startDataPublisher } from "./published-data";

const { signal } = new AbortController();
const HAMBURG = [9.9937, 53.5511];

let publisher: DataPublisher;
beforeAll(async () => {
  publisher = await startDataPublisher();
});
afterAll(() => publisher.close());

const publish: DataPublisher["publish"] = (files, target) => publisher.publish(files, target);

/** Writes a Shapefile with one town. @returns its files, by their endings */
async function shapefile(name: string, town: string, projection: string): Promise<Record<"shp" | "shx" | "dbf" | "prj", Buffer>> {
  const geometry = { type: "Point", coordinates: HAMBURG };
  await writeFile(path.join(publisher.folder, `${name}.json`), JSON.stringify({ type: "Feature", properties: { town }, geometry }));
  const args = ["-f", "ESRI Shapefile", "-t_srs", projection, `${name}.shp`, `${name}.json`];
  await (await openEngine()).run("ogr2ogr", args, { folder: publisher.folder, drivers: ["GeoJSON", "ESRI Shapefile"] });
  const read = (ending: string) => readFile(path.join(publisher.folder, `${name}.${ending}`));
  return { shp: await read("shp"), shx: await read("shx"), dbf: await read("dbf"), prj: await read("prj") };
}

/** Runs the sweep, and waits until nothing of the map is left to convert. */
async function convert(projectId: string): Promise<DataMap> {
  await conversionSweep(publisher.queue).run(signal);
  await until("the conversions", async () => (await findConversions(projectId, { store: blobStore(), signal })).length === 0, 240_000);
  return await mapOf(projectId);
}

/** Counts the different features in the tiles of the deepest zoom. */
async function featuresOf(projectId: string, file: string): Promise<number> {
  const [entry] = await findEntries([{ root: { projectId }, path: file.split("/") }]);
  if (entry?.kind !== "file") throw new Error(`${file} is missing.`);
  const { read } = openDataFile(blobStore(), file, entry, signal);
  const getBytes = async (offset: number, length: number) => ({ data: new Uint8Array(await read(offset, length)).buffer });
  const archive = new PMTiles({ getKey: () => file, getBytes });
  const { maxZoom: z, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const [west, south] = tileOf(minLon, minLat, z);
  const [east, north] = tileOf(maxLon, maxLat, z);
  const found = new Set<unknown>();
  for (let x = west; x <= east; x += 1) {
    for (let y = north; y <= south; y += 1) {
      const tile = await archive.getZxy(z, x, y);
      const layer = tile && Object.values(new VectorTile(new PbfReader(tile.data)).layers)[0];
      for (let index = 0; index < (layer?.length ?? 0); index += 1) found.add(layer?.feature(index).properties["index"]);
    }
  }
  return found.size;
}

function tileOf(longitude: number, latitude: number, zoom: number): [x: number, y: number] {
  const size = 2 ** zoom;
  const y = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
  return [Math.floor(((longitude + 180) / 360) * size), Math.floor(y * size)];
}

describe("conversion of files that GDAL reads", () => {
  it("shows a Shapefile in the grid of its country at its place, with its attributes", async () => {
    const { shp, shx, dbf, prj } = await shapefile("towns", "Mölln", "EPSG:25832");
    const projectId = await publish({ "towns.shp": shp, "towns.shx": shx, "towns.dbf": dbf, "towns.prj": prj });
    expect((await mapOf(projectId)).layers).toMatchObject([{ name: "Towns", file: "towns.shp", format: "gdal", kind: "points" }]);
    const map = await convert(projectId);
    expect(map.layers).toMatchObject([
      { name: "Towns", file: "layers/towns.shp/towns.fgb", format: "flatgeobuf", kind: "points", attributes: ["town"] },
    ]);
    const [west, south] = "bounds" in map.view ? map.view.bounds : [];
    expect([west, south]).toEqual([expect.closeTo(HAMBURG[0] ?? 0, 5), expect.closeTo(HAMBURG[1] ?? 0, 5)]);
    const stored = await filesOfProject(projectId);
    expect(stored["layers/towns.shp/towns.fgb"]).toContain("Mölln");
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(["towns.shp", "towns.dbf"]));
  });

  it("asks for the projection, and converts when map.json says it", async () => {
    const { shp, shx, dbf } = await shapefile("unknown", "Hamburg", "EPSG:25832");
    const files = { "unknown.shp": shp, "unknown.shx": shx, "unknown.dbf": dbf };
    const projectId = await publish(files);
    const map = await convert(projectId);
    expect(map.layers[0]?.problem).toBe('"unknown.shp" doesn\'t say which projection it has. Choose it in Map Settings.');
    const answered = { ...map, layers: map.layers.map((layer) => ({ ...layer, projection: "EPSG:25832", problem: undefined })) };
    await publish({ ...files, "map.json": JSON.stringify(answered) }, { projectId });
    expect((await convert(projectId)).layers).toMatchObject([{ file: "layers/unknown.shp/unknown.fgb", projection: "EPSG:25832" }]);
  });

  it("converts a zipped Shapefile in a folder, and again when it is replaced", async () => {
    const { shp, shx, dbf, prj } = await shapefile("harbour", "Hamburg", "EPSG:3857");
    const zip = (parts: Readonly<Record<string, Buffer>>) =>
      craftZip(Object.entries(parts).map(([ending, content]) => ({ name: `harbour.${ending}`, data: content, method: 8 })));
    const projectId = await publish({ "data/harbour.zip": zip({ shp, shx, dbf, prj }) });
    const first = await convert(projectId);
    expect(first.layers).toMatchObject([{ name: "Harbour", file: "layers/data/harbour.zip/harbour.fgb", format: "flatgeobuf" }]);
    const edited = { ...first, layers: first.layers.map((layer) => ({ ...layer, name: "Harbour", color: "#123456" })) };
    const other = await shapefile("harbour2", "Kiel", "EPSG:25832");
    await publish({ "data/harbour.zip": zip({ ...other }), "map.json": JSON.stringify(edited) }, { projectId });
    const again = await convert(projectId);
    expect(again.layers).toMatchObject([{ name: "Harbour", color: "#123456", file: "layers/data/harbour.zip/harbour.fgb" }]);
    expect(again.layers[0]?.convertedFrom?.revision).not.toBe(first.layers[0]?.convertedFrom?.revision);
    expect((await filesOfProject(projectId))["layers/data/harbour.zip/harbour.fgb"]).toContain("Kiel");
  });

  it("makes tiles of many features, none of which is lost at the deepest zoom", async () => {
    const count = 15_000;
    const features = Array.from({ length: count }, (_, index) => {
      const coordinates = [565_000 + (index % 300) * 20, 5_934_000 + Math.floor(index / 300) * 20];
      return {
        type: "Feature",
        properties: { name: `Buoy ${index} ${"of the harbour ".repeat(25)}`, index },
        geometry: { type: "Point", coordinates },
      };
    });
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::25832" } };
    const projectId = await publish({ "buoys.geojson": JSON.stringify({ type: "FeatureCollection", crs, features }) });
    const map = await convert(projectId);
    expect(map.layers).toMatchObject([{ name: "Buoys", file: "layers/buoys.geojson/buoys.pmtiles", format: "pmtiles", kind: "points" }]);
    expect(Object.keys(await filesOfProject(projectId))).not.toContain("layers/buoys.geojson/buoys.fgb");
    expect(await featuresOf(projectId, map.layers[0]?.file ?? "")).toBe(count);
  });

  it("counts the answers that come with an upload, also for later uploads", async () => {
    const { shp, shx, dbf } = await shapefile("answered", "Hamburg", "EPSG:25832");
    const files = { "answered.shp": shp, "answered.shx": shx, "answered.dbf": dbf };
    const answers = { "answered.shp": { projection: "EPSG:25832" } };
    const projectId = await publish(files, { projectName: newName(), description: "", answers });
    const [layer] = (await mapOf(projectId)).layers;
    expect(layer).toMatchObject({ file: "answered.shp", format: "gdal", projection: "EPSG:25832" });
    expect(layer?.problem).toBeUndefined();
    await publish(files, { projectId });
    expect((await mapOf(projectId)).layers).toMatchObject([{ projection: "EPSG:25832" }]);
  });

  it("converts again when map.json gets another projection, whatever the file says", async () => {
    const { shp, shx, dbf, prj } = await shapefile("moved", "Hamburg", "EPSG:25832");
    const projectId = await publish({ "moved.shp": shp, "moved.shx": shx, "moved.dbf": dbf, "moved.prj": prj });
    const first = await convert(projectId);
    expect(first.layers[0]?.convertedFrom).not.toHaveProperty("projection");
    const before = (await filesOfProject(projectId))["layers/moved.shp/moved.fgb"];
    const changed = { ...first, layers: first.layers.map((layer) => ({ ...layer, projection: "EPSG:25833" })) };
    const { id: accountId, email } = publisher.admin.account;
    const content = { path: ["map.json"], content: JSON.stringify(changed), mayReplace: () => true };
    await saveContent({ kind: "project", projectId, name: "Map", safeName: "map" }, content, { accountId, email }, signal);
    const { layers } = await convert(projectId);
    expect(layers).toMatchObject([
      { file: "layers/moved.shp/moved.fgb", projection: "EPSG:25833", convertedFrom: { file: "moved.shp", projection: "EPSG:25833" } },
    ]);
    expect((await filesOfProject(projectId))["layers/moved.shp/moved.fgb"]).not.toBe(before);
  });

  it("refuses answers for paths that leave the map, and for projections without a number", async () => {
    const { shp } = await shapefile("refused", "Hamburg", "EPSG:25832");
    for (const answers of [{ "../refused.shp": { isSwapped: true } }, { "refused.shp": { projection: "UTM 32" } }]) {
      const list = { projectName: newName(), description: "", answers, files: await uploadPack(publisher.admin, { "refused.shp": shp }) };
      expect((await process(publisher.server, publisher.admin.bearer, list)).status).toBe(400);
    }
  });

  it("says why a file can't be converted", async () => {
    const { shp, dbf, prj } = await shapefile("broken", "Hamburg", "EPSG:25832");
    const projectId = await publish({ "broken.shp": shp.subarray(0, 110), "broken.dbf": dbf, "broken.prj": prj });
    expect((await convert(projectId)).layers[0]?.problem).toMatch(/^"broken\.shp" /);
  });
});
