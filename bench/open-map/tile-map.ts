import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { type CraftedEntry, craftZip } from "../../tests/setup/craft-zip";

export const COLUMNS = 20;
export const ROWS = 15;
/** Pixels of a tile. Small, so that 300 tiles fit the window. */
export const TILE_PIXELS = 64;

/** Leaflet shows 300 tiles at once. `tiles.shown` resolves when the visible ones are there, and `tiles.pan` moves by whole windows. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tiles</title>
<link rel="stylesheet" href="leaflet.css">
<style>html, body, #map { height: 100%; margin: 0 }</style>
<div id="map"></div>
<script src="leaflet.js"></script>
<script src="map.js"></script>
</html>`;

const program = `
const now = () => performance.timeOrigin + performance.now();
const map = L.map("map", { crs: L.CRS.Simple, zoomControl: false, attributionControl: false, fadeAnimation: false });
const layer = L.tileLayer("tiles/{x}/{y}.png", { tileSize: ${TILE_PIXELS}, keepBuffer: 0 });
let first = 0;
let finish;
window.tiles = { shown: new Promise((resolve) => { finish = resolve; }) };
layer.on("tileload", () => { first ||= now(); });
layer.on("load", () => finish({ first, all: now() }));
layer.addTo(map);
map.setView([${-ROWS * TILE_PIXELS * 1.5}, ${COLUMNS * TILE_PIXELS * 1.5}], 0);
window.tiles.pan = (windows) => new Promise((resolve) => {
  first = 0;
  const start = now();
  finish = ({ first, all }) => resolve({ first: first - start, all: all - start });
  map.panBy([windows * ${COLUMNS * TILE_PIXELS}, 0], { animate: false });
});
`;

/** Returns 64 x 64 noise, about 12 KB. */
function drawTile(column: number, row: number): Buffer {
  const canvas = createCanvas(TILE_PIXELS, TILE_PIXELS);
  const context = canvas.getContext("2d");
  const image = context.createImageData(TILE_PIXELS, TILE_PIXELS);
  for (let at = 0; at < image.data.length; at += 32) image.data.set(createHash("sha256").update(`${column} ${row} ${at}`).digest(), at);
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  context.putImageData(image, 0, 0);
  return canvas.toBuffer("image/png");
}

/** Returns the ZIP of a map with three windows of tiles side by side, of which it shows the middle one. */
export async function createTileMap(): Promise<Buffer> {
  const leaflet = path.join(path.dirname(createRequire(import.meta.url).resolve("leaflet/package.json")), "dist");
  const entries: CraftedEntry[] = [
    { name: "index.html", data: Buffer.from(page), method: 8 },
    { name: "map.js", data: Buffer.from(program), method: 8 },
    { name: "leaflet.js", data: await readFile(path.join(leaflet, "leaflet.js")), method: 8 },
    { name: "leaflet.css", data: await readFile(path.join(leaflet, "leaflet.css")), method: 8 },
  ];
  for (let column = 0; column < COLUMNS * 3; column += 1)
    for (let row = ROWS; row < ROWS * 2; row += 1)
      entries.push({ name: `tiles/${column}/${row}.png`, data: drawTile(column, row), method: 0 });
  return craftZip(entries);
}
