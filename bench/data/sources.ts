import { execFile } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PROJECTION = "EPSG:25832";
const [WEST, SOUTH, NORTH] = [450_000, 5_800_000, 6_000_000];
/** Metres between the middles of two areas. */
const STEP = 120;
/** Corners of an area, which give a Shapefile of 350,000 areas 186 MB. */
const CORNERS = 24;

/** Returns an area with round corners, as well-known text. @param place number of the area in its row and column */
function areaAt(column: number, row: number): string {
  const corners = Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const angle = (-2 * Math.PI * (corner % CORNERS)) / CORNERS;
    const radius = 40 + ((column * 7 + row * 13) % 15);
    return `${(WEST + column * STEP + radius * Math.cos(angle)).toFixed(3)} ${(SOUTH + row * STEP + radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `POLYGON((${corners.join(",")}))`;
}

/** Writes a Shapefile of areas, and a ZIP of it. @returns their paths */
export async function writeAreas(folder: string, count: number): Promise<{ file: string; zip: string }> {
  const [table, file, zip] = ["areas.csv", "areas.shp", "areas.zip"].map((name) => path.join(folder, name)) as [string, string, string];
  const sink = createWriteStream(table);
  sink.write("name,number,kind,WKT\n");
  const side = Math.ceil(Math.sqrt(count));
  for (let at = 0; at < count; at += 1) {
    const line = `Parcel ${at},${at},${at % 3 ? "field" : "forest"},"${areaAt(at % side, Math.floor(at / side))}"\n`;
    if (!sink.write(line)) await once(sink, "drain");
  }
  sink.end();
  await once(sink, "close");
  await run("ogr2ogr", ["-f", "ESRI Shapefile", "-a_srs", PROJECTION, "-lco", "ENCODING=UTF-8", "-nlt", "POLYGON", file, table]);
  await rm(table);
  await run("zip", ["-q", "-j", zip, ...["shp", "shx", "dbf", "prj", "cpg"].map((type) => path.join(folder, `areas.${type}`))]);
  return { file, zip };
}

/** Writes a GeoTIFF of heights of two bytes, not compressed. @param side pixels @returns its path */
export async function writeImage(folder: string, side: number): Promise<string> {
  const [raw, image] = [path.join(folder, "heights.raw"), path.join(folder, "heights.tif")];
  const sink = createWriteStream(raw);
  for (let row = 0; row < side; row += 1) {
    const heights = new Int16Array(side);
    for (let column = 0; column < side; column += 1)
      heights[column] = 900 + 400 * Math.sin(column / 900) + 300 * Math.cos(row / 700) + ((column * 31 + row * 17) % 11);
    if (!sink.write(Buffer.from(heights.buffer))) await once(sink, "drain");
  }
  sink.end();
  await once(sink, "close");
  const header = ["ENVI", `samples = ${side}`, `lines = ${side}`, "bands = 1", "data type = 2", "interleave = bsq", "byte order = 0"];
  await writeFile(path.join(folder, "heights.hdr"), header.join("\n"));
  const corners = [WEST, NORTH, WEST + side * 10, NORTH - side * 10].map(String);
  await run("gdal_translate", ["-q", "-a_srs", PROJECTION, "-a_ullr", ...corners, raw, image]);
  await rm(raw);
  return image;
}
