import { mkdir, readdir, readFile, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { PMTiles } from "pmtiles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { ConversionAttempt } from "@/lib/data-maps/conversion/attempts";
import { openDataFile } from "@/lib/data-maps/publish/tree-file";
import type { DataMap } from "@/lib/data-maps/schema";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findConversions, revisionOf } from "@/lib/files/conversion/find-sources";
import { conversionSweep } from "@/lib/files/conversion/jobs";
import { findEntries } from "@/lib/trees/data";
import { harbourGeoJson } from "../../setup/data-files/text-files";
import { vectorTiles } from "../../setup/data-files/tiles";
import { writeSample } from "../../setup/data-files/write-sample";
import { until } from "../../setup/until";
import { filesOfProject } from "../folder-imports/published-files";
import { type DataPublisher, mapOf, startDataPublisher } from "./published-data";

const { signal } = new AbortController();

let publisher: DataPublisher;
let charts: Buffer;
beforeAll(async () => {
  publisher = await startDataPublisher();
  charts = await readFile(await writeSample("mbtiles", publisher.folder));
});
afterAll(() => publisher.close());

const publish: DataPublisher["publish"] = (files, target) => publisher.publish(files, target);

const isSettled = ({ layers }: DataMap) => layers.every(({ format, problem }) => format !== "mbtiles" || problem !== undefined);

/** Runs the sweep, and waits until every MBTiles layer of the map is converted or has a problem. */
async function convert(projectId: string): Promise<DataMap> {
  await conversionSweep(publisher.queue).run(signal);
  await until("the conversion", async () => isSettled(await mapOf(projectId)));
  return await mapOf(projectId);
}

async function openArchive(projectId: string, file: string): Promise<PMTiles> {
  const [entry] = await findEntries([{ root: { projectId }, path: file.split("/") }]);
  if (entry?.kind !== "file") throw new Error(`${file} is missing.`);
  const { read } = openDataFile(blobStore(), file, entry, signal);
  const getBytes = async (offset: number, length: number) => ({ data: new Uint8Array(await read(offset, length)).buffer });
  return new PMTiles({ getKey: () => file, getBytes });
}

describe("conversion of MBTiles", () => {
  it("adds PMTiles with the same tiles next to the file, and shows their layers", async () => {
    const projectId = await publish({ "charts/sea.mbtiles": charts });
    expect((await mapOf(projectId)).layers).toMatchObject([{ file: "charts/sea.mbtiles", format: "mbtiles" }]);
    expect(await convert(projectId)).toMatchObject({
      view: { bounds: [8, 53.9, 8.2, 54.1] },
      layers: [{ name: "Sea", file: "charts/sea.pmtiles", format: "pmtiles", sourceLayer: "harbour", attributes: ["name", "depth"] }],
    });
    const archive = await openArchive(projectId, "charts/sea.pmtiles");
    const tiles = vectorTiles();
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: tiles.length, maxZoom: 11, clustered: true });
    for (const { z, x, y, bytes } of tiles)
      expect(Buffer.from((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer())).toEqual(gunzipSync(bytes));
    const { currentTree } = await db().project.findUniqueOrThrow({ where: { id: projectId }, include: { currentTree: true } });
    const stored = Object.values(await filesOfProject(projectId));
    expect(currentTree?.fileCount).toBe(stored.length);
    const entries = await db().entry.aggregate({ where: { treeId: currentTree?.id }, _sum: { size: true } });
    expect(currentTree?.byteCount).toBe(entries._sum.size);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.converted", targetId: projectId } });
    expect(event).toMatchObject({ targetName: "charts/sea.pmtiles", actorId: null });
  });

  it("writes into map.json why a file can't be converted, and doesn't try again", async () => {
    const projectId = await publish({ "sea.mbtiles": charts.subarray(0, 6_000), "harbour.geojson": harbourGeoJson });
    const map = await convert(projectId);
    expect(map.layers.find(({ file }) => file === "sea.mbtiles")?.problem).toMatch(/^"sea\.mbtiles" is damaged, or isn't MBTiles\./);
    expect(map.layers.find(({ file }) => file === "harbour.geojson")?.problem).toBeUndefined();
    expect(await findConversions(projectId, { store: blobStore(), signal })).toEqual([]);
  });

  it("converts the file again when it is uploaded again, and keeps the settings", async () => {
    const projectId = await publish({ "sea.mbtiles": charts });
    const first = await convert(projectId);
    const edited = { ...first, layers: first.layers.map((layer) => ({ ...layer, name: "Sea", color: "#123456" })) };
    await publish({ "sea.mbtiles": charts, "map.json": JSON.stringify(edited) }, { projectId });
    await conversionSweep(publisher.queue).run(signal);
    await until("the file", async () => Object.hasOwn(await filesOfProject(projectId), "sea.pmtiles"));
    expect((await mapOf(projectId)).layers).toMatchObject([{ name: "Sea", color: "#123456", file: "sea.pmtiles", sourceLayer: "harbour" }]);
  });

  it("leaves no file on the local disk, and removes the ones of killed processes", async () => {
    const parent = path.join(env().dataDir, "conversions");
    expect(await readdir(parent)).toEqual([]);
    const [recent, old] = [path.join(parent, "conversion-recent"), path.join(parent, "conversion-old")];
    await Promise.all([mkdir(recent), mkdir(old)]);
    const before = new Date(Date.now() - 3 * 60_000);
    await utimes(old, before, before);
    await conversionSweep(publisher.queue).run(signal);
    expect(await readdir(parent)).toEqual(["conversion-recent"]);
    await rm(recent, { recursive: true });
  });

  it("gives a file up after three attempts that ended their process, and says so", async () => {
    const projectId = await publish({ "sea.mbtiles": charts });
    const [due] = await findConversions(projectId, { store: blobStore(), signal });
    if (!due) throw new Error("There is nothing to convert.");
    const attempt = {
      projectId,
      path: "sea.mbtiles",
      tag: `${revisionOf(due.files)} ${JSON.stringify(due.readAs)}`,
      attempts: 3,
      heldUntil: new Date(0),
    };
    await db().conversion.create({ data: attempt });
    expect((await convert(projectId)).layers[0]?.problem).toMatch(/^“sea\.mbtiles” could not be converted in several attempts\./);
    expect(await db().conversion.count({ where: { projectId } })).toBe(0);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.not-converted", targetId: projectId } });
    expect(event.details).toMatchObject({ reason: expect.stringContaining("could not be converted in several attempts") });
  });

  it("does not start while another process holds the file", async () => {
    const projectId = await publish({ "sea.mbtiles": charts });
    const file = { projectId, path: "sea.mbtiles" };
    const isWanted = () => Promise.resolve(true);
    const attempt = await ConversionAttempt.begin(file, "tag", isWanted);
    expect(await ConversionAttempt.begin(file, "tag", isWanted)).toBeNull();
    await attempt?.release(true);
    const next = await ConversionAttempt.begin(file, "tag", isWanted);
    expect(next?.number).toBe(1);
    await next?.finish();
  });
});
