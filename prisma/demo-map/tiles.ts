import { type Canvas, createCanvas } from "@napi-rs/canvas";
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
