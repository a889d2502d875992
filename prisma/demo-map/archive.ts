import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PassThrough, type Readable, Writable } from "node:stream";
import { Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { writeCountries } from "./countries";
import { drawTiles } from "./tiles";

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
export function streamDemoArchive(): Readable {
  const out = new PassThrough();
  writeArchive(out).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}
