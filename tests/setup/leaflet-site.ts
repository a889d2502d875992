import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createCanvas } from "@napi-rs/canvas";

const run = promisify(execFile);
const TILE = 256;
const ZOOMS = [0, 1, 2];

/** A typical map site: Leaflet from npm, a pyramid of PNG tiles and a GeoJSON overlay, all with relative URLs. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Harbour</title>
<link rel="stylesheet" href="leaflet/leaflet.css">
<script src="leaflet/leaflet.js"></script>
<style>html, body, #map { height: 100%; margin: 0; }</style>
</head>
<body>
<div id="map"></div>
<script src="data/berths.js"></script>
<script>
  const map = L.map("map", { maxZoom: ${ZOOMS.at(-1)}, fadeAnimation: false }).setView([20, 0], 1);
  L.tileLayer("tiles/{z}/{x}/{y}.png", { maxZoom: ${ZOOMS.at(-1)}, attribution: "Made for a test" }).addTo(map);
  L.geoJSON(berths, { style: { color: "#b3261e", weight: 3 } }).addTo(map);
</script>
</body>
</html>
`;

/** A box over the sea, as a script that sets a variable. Map tools export their layers like this. */
const berths = 'const berths = {"type":"Polygon","coordinates":[[[-40,-10],[40,-10],[40,30],[-40,30],[-40,-10]]]};\n';

/** Draws a tile with its own color and label, so that a thumbnail shows which tiles it contains. */
function drawTile(z: number, x: number, y: number): Buffer {
  const canvas = createCanvas(TILE, TILE);
  const context = canvas.getContext("2d");
  context.fillStyle = `hsl(${(200 + 37 * x + 11 * y) % 360}, 55%, ${40 + 8 * z}%)`;
  context.fillRect(0, 0, TILE, TILE);
  context.fillStyle = "#ffffff";
  context.font = "28px sans-serif";
  context.fillText(`${z}/${x}/${y}`, 20, 40);
  return canvas.toBuffer("image/png");
}

interface SiteOptions {
  /** Size in bytes of an incompressible file that slows the upload down. */
  ballast?: number;
  withoutIndex?: boolean;
}

/** Writes the site into `folder`. */
export async function writeLeafletSite(folder: string, { ballast = 0, withoutIndex = false }: SiteOptions = {}): Promise<void> {
  const leaflet = path.resolve("node_modules/leaflet/dist");
  await mkdir(path.join(folder, "leaflet"), { recursive: true });
  await mkdir(path.join(folder, "data"), { recursive: true });
  for (const file of ["leaflet.js", "leaflet.css"]) await copyFile(path.join(leaflet, file), path.join(folder, "leaflet", file));
  for (const z of ZOOMS) {
    for (let x = 0; x < 2 ** z; x += 1) {
      await mkdir(path.join(folder, "tiles", `${z}`, `${x}`), { recursive: true });
      for (let y = 0; y < 2 ** z; y += 1) await writeFile(path.join(folder, "tiles", `${z}`, `${x}`, `${y}.png`), drawTile(z, x, y));
    }
  }
  await writeFile(path.join(folder, "data", "berths.js"), berths);
  if (ballast > 0) await writeFile(path.join(folder, "data", "soundings.bin"), randomBytes(ballast));
  if (!withoutIndex) await writeFile(path.join(folder, "index.html"), page);
}

/** Zips the contents of `folder` with Info-ZIP's `zip`. */
export async function zipFolder(folder: string, archive: string, ...options: string[]): Promise<void> {
  await rm(archive, { force: true });
  await run("zip", ["-q", "-r", ...options, archive, "."], { cwd: folder });
}
