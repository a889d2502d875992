/**
 * Measures the time from the last byte of a Shapefile and of a GeoTIFF to their first drawn layer, next to the bare programs of GDAL with
 * the same options. Ends with 1 when it is more than 1.3 of theirs. Needs a build and Debian's gdal-bin, zip and unzip.
 * `npx tsx bench/data/convert.ts [areas] [pixels of a side] [rounds]`
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { dataMapSchema } from "../../lib/data-maps/schema";
import { type Access, uploadFile } from "../publish/client";
import { withProduct } from "../setup/running-product";
import { draw, launchBrowser, median, publish, signedIn } from "./open-map";
import { writeAreas, writeImage } from "./sources";

const AIM = 1.3;
const ASK_MS = 100;
const [areas = 350_000, side = 16_000, rounds = 3] = process.argv.slice(2).map(Number);
const run = promisify(execFile);

/** Options of lib/data-maps/conversion/convert-vectors.ts and convert-rasters.ts for these files. */
const OF_AREAS = [
  "-f",
  "FlatGeobuf",
  "-t_srs",
  "EPSG:4326",
  "-dim",
  "XY",
  "-wrapdateline",
  "-nlt",
  "CONVERT_TO_LINEAR",
  "-nlt",
  "PROMOTE_TO_MULTI",
];
const OF_IMAGE = [
  "-t_srs",
  "EPSG:3857",
  "-of",
  "COG",
  "-dstalpha",
  "-r",
  "near",
  "-co",
  "COMPRESS=DEFLATE",
  "-co",
  "PREDICTOR=YES",
  "-wm",
  "128",
];

interface Source {
  /** What is uploaded. */
  upload: string;
  /** Converts the source as the product does. @param folder for the result */
  convert(folder: string): Promise<unknown>;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

/** Waits until the layers of a map are converted. */
async function untilConverted({ origin, headers }: Access, safeName: string): Promise<void> {
  while (true) {
    const answer = await fetch(`${origin}/api/files/${safeName}/file-content?filePath=map.json`, { headers });
    const { content } = (await answer.json()) as { content: string };
    const { layers } = dataMapSchema.parse(JSON.parse(content));
    const problem = layers.find((layer) => layer.problem)?.problem;
    if (problem) throw new Error(problem);
    if (layers.every(({ format }) => format !== "gdal")) return;
    await pause(ASK_MS);
  }
}

async function measureProduct(browser: Browser, access: Access, name: string, file: string): Promise<number> {
  const { size } = await stat(file);
  const context = await signedIn(browser, access);
  const uploadId = await uploadFile(access, { file, size, name: path.basename(file) });
  const taken = await seconds(async () => {
    const safeName = await publish(access, name, { uploadId, name: path.basename(file), size });
    await untilConverted(access, safeName);
    await draw(context, `${access.origin}/projects/maps/${safeName}/`);
  });
  await context.close();
  return taken;
}

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-convert-"));
const browser = await launchBrowser();
try {
  const shapefile = await writeAreas(folder, areas);
  const image = await writeImage(folder, side);
  const sources: Record<string, Source> = {
    // First, because it would wait for the tiles of the areas.
    GeoTIFF: { upload: image, convert: (to) => run("gdalwarp", [...OF_IMAGE, image, path.join(to, "image.tif")]) },
    Shapefile: { upload: shapefile.zip, convert: (to) => run("ogr2ogr", [...OF_AREAS, path.join(to, "areas.fgb"), shapefile.file]) },
  };
  const rows: Record<string, { "Sea-Vision s": number; "GDAL s": number; ratio: number }> = {};
  const work = async (_product: unknown, access: Access) => {
    for (const [name, { upload, convert }] of Object.entries(sources)) {
      const [own, peer]: [number[], number[]] = [[], []];
      for (let round = 1; round <= rounds; round += 1) {
        own.push(await measureProduct(browser, access, `${name} ${round}`, upload));
        const result = await mkdtemp(path.join(folder, "result-"));
        peer.push(await seconds(() => convert(result)));
        await rm(result, { recursive: true });
      }
      console.info(name, { own, peer });
      rows[name] = { "Sea-Vision s": median(own), "GDAL s": median(peer), ratio: median(own) / median(peer) };
    }
  };
  // The browser that makes thumbnails starts after a publication, and would compete with this one for the processors.
  await withProduct(work, { MAP_IMAGES: "0" });
  console.table(rows);
  for (const [name, { ratio }] of Object.entries(rows)) {
    console.info(`${ratio <= AIM ? "met   " : "MISSED"} ${name}: ${ratio.toFixed(2)} of the time of GDAL (at most ${AIM})`);
  }
  process.exitCode = Object.values(rows).some(({ ratio }) => ratio > AIM) ? 1 : 0;
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
