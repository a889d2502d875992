import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { type DataMap, dataMapSchema } from "@/lib/data-maps/schema";
import { db } from "@/lib/db/client";
import { findConversions } from "@/lib/files/conversion/find-sources";
import { conversionHandler, conversionSweep } from "@/lib/files/conversion/jobs";
import { openEngine } from "@/lib/gdal/open";
import { JobQueue } from "@/lib/jobs/queue";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { type FolderServer, newName, process, startFolderServer } from "../folder-imports/folder-server";
import { type SiteFiles, uploadPack } from "../folder-imports/packs";
import { filesOfProject } from "../folder-imports/published-files";

const { signal } = new AbortController();
const HAMBURG = [9.9937, 53.5511];

let server: FolderServer;
let admin: SignedIn;
let queue: JobQueue;
let folder: string;
beforeAll(async () => {
  [server, admin] = [await startFolderServer(), await signedIn("admin")];
  queue = await JobQueue.open({ pollSeconds: 0.5 });
  await queue.work(conversionHandler);
  await db().viewerFile.create({ data: { hash: "d0".padEnd(64, "0"), name: "viewer.js", content: Buffer.from("") } });
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-datasets-"));
});
afterAll(async () => {
  await queue.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Writes a Shapefile with one town. @returns its files, by their endings */
async function shapefile(name: string, town: string, projection: string): Promise<Record<"shp" | "shx" | "dbf" | "prj", Buffer>> {
  const geometry = { type: "Point", coordinates: HAMBURG };
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ type: "Feature", properties: { town }, geometry }));
  const args = ["-f", "ESRI Shapefile", "-t_srs", projection, `${name}.shp`, `${name}.json`];
  await (await openEngine()).run("ogr2ogr", args, { folder, drivers: ["GeoJSON", "ESRI Shapefile"] });
  const read = (ending: string) => readFile(path.join(folder, `${name}.${ending}`));
  return { shp: await read("shp"), shx: await read("shx"), dbf: await read("dbf"), prj: await read("prj") };
}

async function publish(files: SiteFiles, target: object = { projectName: newName(), description: "" }): Promise<string> {
  const { status, body } = await process(server, admin.bearer, { ...target, files: await uploadPack(admin, files) });
  if (status !== 200 || !body.projectId) throw new Error(`Not published: ${JSON.stringify(body)}`);
  return body.projectId;
}

async function mapOf(projectId: string): Promise<DataMap> {
  return dataMapSchema.parse(JSON.parse((await filesOfProject(projectId))["map.json"] ?? ""));
}

/** Runs the sweep, and waits until nothing of the map is left to convert. */
async function convert(projectId: string): Promise<DataMap> {
  await conversionSweep(queue).run(signal);
  await until("the conversions", async () => (await findConversions(projectId, { store: blobStore(), signal })).length === 0);
  return await mapOf(projectId);
}

describe("conversion of files that GDAL reads", () => {
  it("shows a Shapefile in the grid of its country at its place, with its attributes", async () => {
    const { shp, shx, dbf, prj } = await shapefile("towns", "Mölln", "EPSG:25832");
    const projectId = await publish({ "towns.shp": shp, "towns.shx": shx, "towns.dbf": dbf, "towns.prj": prj });
    expect((await mapOf(projectId)).layers).toMatchObject([{ name: "towns", file: "towns.shp", format: "gdal", kind: "points" }]);
    const map = await convert(projectId);
    expect(map.layers).toMatchObject([
      { name: "towns", file: "layers/towns.shp/towns.fgb", format: "flatgeobuf", kind: "points", attributes: ["town"] },
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

  it("refuses answers for paths that leave the map, and for projections without a number", async () => {
    const { shp } = await shapefile("refused", "Hamburg", "EPSG:25832");
    for (const answers of [{ "../refused.shp": { isSwapped: true } }, { "refused.shp": { projection: "UTM 32" } }]) {
      const list = { projectName: newName(), description: "", answers, files: await uploadPack(admin, { "refused.shp": shp }) };
      expect((await process(server, admin.bearer, list)).status).toBe(400);
    }
  });

  it("says why a file can't be converted", async () => {
    const { shp, dbf, prj } = await shapefile("broken", "Hamburg", "EPSG:25832");
    const projectId = await publish({ "broken.shp": shp.subarray(0, 110), "broken.dbf": dbf, "broken.prj": prj });
    expect((await convert(projectId)).layers[0]?.problem).toMatch(/^"broken\.shp" /);
  });
});
