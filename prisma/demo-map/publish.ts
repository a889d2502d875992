import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PassThrough, type Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { geoArea } from "d3-geo";
import type { FeatureCollection } from "geojson";
import { assignProjectTo } from "../../lib/accounts/assignments/mutations";
import { blobStore } from "../../lib/blobs/open";
import type { BlobKey } from "../../lib/blobs/store";
import { db } from "../../lib/db/client";
import { inTransaction } from "../../lib/db/transaction";
import { findImportOf, readOutcome } from "../../lib/imports/data";
import { startImport } from "../../lib/imports/mutations";
import { runImport } from "../../lib/imports/pipeline/run";
import { claimImage, keepImage } from "../../lib/projects/images/claims";
import { retryImage } from "../../lib/projects/images/mutations";
import { DEMO_PROJECT_NAME } from "../../lib/projects/setup/values";
import { insertBlob, setBlobSize } from "../../lib/storage/mutations";
import { readAtlas } from "./atlas";
import { drawChart, type Light, traceOutlines } from "./chart";

const TILE = 256;
const DEEPEST_ZOOM = 4;
const DETAILED_ZOOM = 2;

export interface Tile {
  path: string;
  png: Buffer;
}

function cut(chart: Canvas, column: number, row: number): Promise<Buffer> {
  const tile = createCanvas(TILE, TILE);
  tile.getContext("2d").drawImage(chart, column * TILE, row * TILE, TILE, TILE, 0, 0, TILE, TILE);
  return tile.encode("png");
}

async function* cutIntoTiles(chart: Canvas, zoom: number, light: Light): AsyncGenerator<Tile> {
  const count = 2 ** zoom;
  for (let column = 0; column < count; column += 1) {
    const pngs = await Promise.all(Array.from({ length: count }, (_, row) => cut(chart, column, row)));
    for (const [row, png] of pngs.entries()) yield { path: `tiles/${light}/${zoom}/${column}/${row}.png`, png };
  }
}

/** Draws the world as a sea chart, by day and by night, and cuts it into tiles: 4^z of each for zoom level z. */
export async function* drawTiles(): AsyncGenerator<Tile> {
  const coarse = await readAtlas("110m");
  const fine = await readAtlas("50m");
  for (let zoom = 0; zoom <= DEEPEST_ZOOM; zoom += 1) {
    const outlines = traceOutlines(TILE * 2 ** zoom, zoom < DETAILED_ZOOM ? coarse : fine, coarse);
    for (const light of ["day", "night"] as const) yield* cutIntoTiles(drawChart(outlines, light), zoom, light);
  }
}

/** Mean radius of the earth in km; d3-geo measures areas on a sphere of radius 1. */
const EARTH_RADIUS = 6371;

/** Two decimals of a degree are about 1 km, finer than these outlines. */
function roundCoordinate(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Math.round(value * 100) / 100 : value;
}

/** Returns the countries as GeoJSON with name and area (km², of the simplified outline). */
export async function writeCountries(): Promise<string> {
  const { countries } = await readAtlas("50m");
  const collection: FeatureCollection = {
    type: "FeatureCollection",
    features: countries.features.map((country) => ({
      type: "Feature",
      properties: { name: country.properties.name, area: Math.round(geoArea(country) * EARTH_RADIUS ** 2) },
      geometry: country.geometry,
    })),
  };
  return JSON.stringify(collection, roundCoordinate);
}

const SITE = path.join(process.cwd(), "prisma/demo-map/site");

interface SiteFile {
  path: string;
  content: Uint8Array;
}

async function* leafletFiles(): AsyncGenerator<SiteFile> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("leaflet/package.json"));
  const images = await readdir(path.join(folder, "dist/images"));
  const wanted = ["LICENSE", "dist/leaflet.js", "dist/leaflet.css", ...images.map((image) => `dist/images/${image}`)];
  for (const file of wanted) {
    yield { path: `leaflet/${file.replace(/^dist\//, "")}`, content: await readFile(path.join(folder, file)) };
  }
}

async function* siteFiles(): AsyncGenerator<SiteFile> {
  for (const file of await readdir(SITE)) yield { path: file, content: await readFile(path.join(SITE, file)) };
  yield* leafletFiles();
  yield { path: "data/countries.geojson", content: new TextEncoder().encode(await writeCountries()) };
  for await (const { path: file, png } of drawTiles()) yield { path: file, content: png };
}

async function writeArchive(out: Writable): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false });
  for await (const { path: file, content } of siteFiles()) {
    await zip.add(file, new Uint8ArrayReader(content), { level: file.endsWith(".png") ? 0 : 6 });
  }
  await zip.close();
}

/** Returns the demo map as the ZIP that an admin would upload. It is drawn while it is read, which takes a few seconds. */
function streamDemoArchive(): Readable {
  const out = new PassThrough();
  writeArchive(out).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

const DESCRIPTION = "An example map of the world's seas and countries";

/** Rendered from the map, so that it is shown without Chromium, too. */
const THUMBNAIL = path.join(process.cwd(), "prisma/demo-map/thumbnail.webp");

const RETRY_MS = 250;

export interface DemoMap {
  /** Key of the archive, the same on every attempt. */
  blobKey: BlobKey;
  ownerId: string;
  viewerId: string | null;
}

/** Draws and stores the archive, also after an attempt that was killed at any point. */
async function storeArchive({ blobKey, ownerId }: DemoMap): Promise<void> {
  const store = blobStore();
  let size = await store.size(blobKey);
  if (size === null) {
    await insertBlob(blobKey, ownerId);
    await store.delete(blobKey);
    size = await store.write(blobKey, streamDemoArchive());
  }
  await insertBlob(blobKey, ownerId);
  await setBlobSize(blobKey, size);
}

async function beginImport(map: DemoMap): Promise<string> {
  const { blobKey, ownerId } = map;
  await storeArchive(map);
  const { importId } = await startImport(
    { source: "zip", ownerId, target: { kind: "new", projectName: DEMO_PROJECT_NAME, description: DESCRIPTION }, blobKey },
    null,
  );
  return importId;
}

async function untilPublished(importId: string): Promise<string> {
  while (true) {
    await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    const { projectId, error } = await readOutcome(importId);
    if (projectId) return projectId;
    if (error) throw new Error(error);
    await pause(RETRY_MS);
  }
}

/** Publishes the demo map like an uploaded one, and assigns it. Continues where a killed call stopped. */
export async function publishDemoMap(map: DemoMap): Promise<void> {
  const importId = (await findImportOf(map.blobKey)) ?? (await beginImport(map));
  const projectId = await untilPublished(importId);
  // A killed call may have left its attempt.
  await retryImage(db(), "id", projectId);
  const claim = await claimImage(projectId);
  if (claim) await keepImage(claim, await readFile(THUMBNAIL));
  const [project, viewers] = [{ id: projectId, name: DEMO_PROJECT_NAME }, map.viewerId ? [map.viewerId] : []];
  await inTransaction((tx) => assignProjectTo(tx, project, viewers, { actor: null, at: new Date() }));
}
