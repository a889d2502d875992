import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE, POST } from "@/app/api/files/[project]/conversion/route";
import { GET } from "@/app/api/project/conversions/route";
import { GET as GET_DETAILS } from "@/app/api/project/details/[id]/route";
import { blobStore } from "@/lib/blobs/open";
import type { OwnConversion } from "@/lib/data-maps/conversion/schema";
import { listWaiting } from "@/lib/data-maps/conversion/waiting";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findConversions } from "@/lib/files/conversion/find-sources";
import { conversionSweep } from "@/lib/files/conversion/jobs";
import type { ProjectDetails } from "@/lib/projects/schema";
import { writeSample } from "../../setup/data-files/write-sample";
import { requestTo, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { filesOfProject } from "../folder-imports/published-files";
import { type DataPublisher, mapOf, startDataPublisher } from "./published-data";

const { signal } = new AbortController();
const CANCELLED = "The conversion was cancelled.";

let publisher: DataPublisher;
let charts: Buffer;
beforeAll(async () => {
  publisher = await startDataPublisher();
  charts = await readFile(await writeSample("mbtiles", publisher.folder));
});
afterAll(() => publisher.close());

async function call(method: "DELETE" | "POST", projectId: string, itemPath: string, headers = publisher.admin.bearer) {
  const { safeName } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
  const init = { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify({ itemPath }) };
  const request = requestTo(`/api/files/${safeName}/conversion`, init);
  const answer = await (method === "POST" ? POST : DELETE)(request, { params: Promise.resolve({ project: safeName }) });
  return { status: answer.status, body: (await answer.json()) as { message: string } };
}

async function detailsOf(projectId: string): Promise<ProjectDetails> {
  const request = requestTo(`/api/project/details/${projectId}`, { headers: publisher.admin.bearer });
  const answer = await GET_DETAILS(request, { params: Promise.resolve({ id: projectId }) });
  return ((await answer.json()) as { project: ProjectDetails }).project;
}

async function listOwn(headers: Record<string, string>): Promise<OwnConversion[]> {
  const answer = await GET(requestTo("/api/project/conversions", { headers }));
  return ((await answer.json()) as { conversions: OwnConversion[] }).conversions;
}

const dueOf = (projectId: string) => findConversions(projectId, { store: blobStore(), signal });
const sweep = () => conversionSweep(publisher.queue).run(signal);
const rowOf = (projectId: string) => db().conversion.findFirst({ where: { projectId } });

/** Publishes a map whose only file waits for its conversion. */
async function publishWaiting(): Promise<string> {
  const projectId = await publisher.publish({ "sea.mbtiles": charts });
  await db().conversion.create({ data: { projectId, path: "sea.mbtiles", tag: "", heldUntil: new Date(0) } });
  return projectId;
}

/** Areas with many corners, whose tiles take GDAL a minute. */
function manyAreas(): string {
  const features = Array.from({ length: 20_000 }, (_, index) => {
    const [x, y] = [400_000 + (index % 200) * 1_000, 5_700_000 + Math.floor(index / 200) * 1_000];
    const ring = Array.from({ length: 60 }, (_, corner) => {
      const angle = (2 * Math.PI * (corner % 59)) / 59;
      return [Math.round(x + 900 * Math.cos(angle)), Math.round(y + 900 * Math.sin(angle))];
    });
    return { type: "Feature", properties: { index }, geometry: { type: "Polygon", coordinates: [ring] } };
  });
  const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::25832" } };
  return JSON.stringify({ type: "FeatureCollection", crs, features });
}

describe("DELETE and POST /api/files/{project}/conversion", () => {
  it("cancel a waiting conversion, keep the file and say why, and convert it again", async () => {
    const projectId = await publishWaiting();
    expect(await call("DELETE", projectId, "sea.mbtiles")).toMatchObject({ status: 200, body: { message: "Conversion cancelled" } });
    expect((await mapOf(projectId)).layers).toMatchObject([{ file: "sea.mbtiles", problem: CANCELLED }]);
    expect(Object.keys(await filesOfProject(projectId))).toContain("sea.mbtiles");
    expect([await dueOf(projectId), await rowOf(projectId)]).toEqual([[], null]);
    expect((await detailsOf(projectId)).conversions).toEqual([{ path: "sea.mbtiles", percent: 0, problem: CANCELLED }]);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.not-converted", targetId: projectId } });
    expect(event).toMatchObject({ actorId: publisher.admin.account.id, details: { reason: CANCELLED } });

    expect((await call("POST", projectId, "sea.mbtiles")).status).toBe(200);
    expect((await detailsOf(projectId)).conversions).toEqual([{ path: "sea.mbtiles", percent: 0 }]);
    await sweep();
    await until("the conversion", async () => (await rowOf(projectId)) === null);
    expect((await mapOf(projectId)).layers).toMatchObject([{ file: "sea.pmtiles", format: "pmtiles" }]);
    expect((await mapOf(projectId)).layers[0]?.problem).toBeUndefined();
    expect((await detailsOf(projectId)).conversions).toEqual([]);
    expect(await db().auditEvent.count({ where: { action: "file.conversion-repeated", targetId: projectId } })).toBe(1);
  });

  it("return 404 and 409 for a file that isn't converted, and change nothing", async () => {
    const projectId = await publishWaiting();
    const before = await mapOf(projectId);
    expect(await call("DELETE", projectId, "other.shp")).toMatchObject({
      status: 404,
      body: { message: "This file is not being converted." },
    });
    expect((await call("POST", projectId, "sea.mbtiles")).status).toBe(409);
    expect(await mapOf(projectId)).toEqual(before);
  });

  it("return 403 to a user without the admin role", async () => {
    const [projectId, user] = [await publishWaiting(), await signedIn("user")];
    expect((await call("DELETE", projectId, "sea.mbtiles", user.bearer)).status).toBe(403);
    expect((await call("POST", projectId, "sea.mbtiles", user.bearer)).status).toBe(403);
    expect(await rowOf(projectId)).not.toBeNull();
  });

  it("end a running job, whose result then isn't put into the map, and start it again", async () => {
    const projectId = await publisher.publish({ "areas.geojson": manyAreas() });
    const tiles = "layers/areas.geojson/areas.fgb";
    await sweep();
    await until("the tiles to begin", async () => (await rowOf(projectId))?.path === tiles, 60_000);
    const folder = path.join(env().dataDir, "conversions");
    await until("the process to begin", async () => (await readdir(folder)).length === 1);
    expect((await call("DELETE", projectId, tiles)).status).toBe(200);
    const began = Date.now();
    await until("the process to end", async () => (await readdir(folder)).length === 0);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(await dueOf(projectId)).toEqual([]);
    expect((await mapOf(projectId)).layers).toMatchObject([{ file: tiles, format: "flatgeobuf", convertedFrom: { isWhole: true } }]);
    expect((await detailsOf(projectId)).conversions).toMatchObject([{ path: tiles, problem: expect.stringContaining("No vector tiles") }]);
    expect((await call("POST", projectId, tiles)).status).toBe(200);
    expect(await dueOf(projectId)).toMatchObject([{ path: tiles, isLarge: true }]);
    await db().project.delete({ where: { id: projectId } });
  });
});

describe("GET /api/project/conversions", () => {
  it("lists the conversions of the caller's own projects outside the trash", async () => {
    const [projectId, trashed] = [await publishWaiting(), await publishWaiting()];
    await db().project.update({ where: { id: trashed }, data: { trashedAt: new Date() } });
    const { name, safeName } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
    const own = (await listOwn(publisher.admin.bearer)).filter((one) => [projectId, trashed].includes(one.projectId));
    expect(own).toEqual([{ projectId, projectName: name, safeName, path: "sea.mbtiles", percent: 0 }]);
    const other = await signedIn("admin");
    expect(await listOwn(other.bearer)).toEqual([]);
  });
});

it("listWaiting lists the files that are due, and removes those that are no longer", async () => {
  const projectId = await publisher.publish({ "sea.mbtiles": charts });
  await db().conversion.create({ data: { projectId, path: "gone.mbtiles", tag: "", heldUntil: new Date(0) } });
  expect(await listWaiting(projectId, ["sea.mbtiles"])).toBe(true);
  const own = (await listOwn(publisher.admin.bearer)).filter((one) => one.projectId === projectId);
  expect(own.map(({ path: file }) => file)).toEqual(["sea.mbtiles"]);
  expect(await listWaiting(projectId, [])).toBe(false);
});
