import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { type GeoPermissibleObjects, geoGraticule, geoMercator, geoPath } from "d3-geo";
import { type Atlas, readAtlas } from "./atlas";
import palettes from "./site/palette.json";

/** The chart is drawn twice: for a light and for a dark screen. */
type Light = keyof typeof palettes;
type Palette = (typeof palettes)[Light];

/** Edge of a tile in pixels, as Leaflet expects it. */
const TILE = 256;
/** Deepest zoom level that is drawn; the browser enlarges its tiles beyond it. */
const DEEPEST_ZOOM = 4;

/** How far each tint of shallow water reaches from the coast, as a share of the world's width. */
const SHELF_REACH = [0.026, 0.018, 0.012, 0.0075, 0.004, 0.0018];

export interface Tile {
  /** Path within the site: tiles/day/z/x/y.png. */
  path: string;
  png: Buffer;
}

/** A sheet of the whole world in Web Mercator, `size` pixels wide and high. */
interface Sheet {
  canvas: Canvas;
  pen: SKRSContext2D;
  size: number;
  palette: Palette;
  /** The shape's outline in pixels of the sheet. */
  trace(shape: GeoPermissibleObjects): Path2D;
}

function newSheet(size: number, palette: Palette): Sheet {
  const canvas = createCanvas(size, size);
  const pen = canvas.getContext("2d");
  pen.lineJoin = "round";
  pen.lineCap = "round";
  const projection = geoMercator()
    .scale(size / (2 * Math.PI))
    .translate([size / 2, size / 2]);
  const trace = (shape: GeoPermissibleObjects) => new Path2D(geoPath(projection)(shape) ?? "");
  return { canvas, pen, size, palette, trace };
}

function paintSea({ pen, size, palette }: Sheet): void {
  const depth = pen.createLinearGradient(0, 0, 0, size);
  for (const [index, tone] of palette.sea.entries()) depth.addColorStop(index / (palette.sea.length - 1), tone);
  pen.fillStyle = depth;
  pen.fillRect(0, 0, size, size);
}

/**
 * Bands along the coasts, palest next to the land: the wide ones need no detail, the narrow ones go round every islet.
 * The wide ones are drawn beside the map on both sides too, so that they reach across the antimeridian.
 */
function paintShelf({ pen, size, palette }: Sheet, wideCoast: Path2D, narrowCoast: Path2D): void {
  for (const [index, reach] of SHELF_REACH.entries()) {
    pen.strokeStyle = palette.shelf[index] ?? "";
    pen.lineWidth = reach * size * 2;
    const isWide = index < SHELF_REACH.length / 2;
    for (const shift of isWide ? [-size, 0, size] : [0]) {
      pen.save();
      pen.translate(shift, 0);
      pen.stroke(isWide ? wideCoast : narrowCoast);
      pen.restore();
    }
  }
}

function paintGraticule({ pen, palette, trace }: Sheet): void {
  pen.strokeStyle = palette.graticule;
  pen.lineWidth = 1;
  for (const { step, opacity } of [
    { step: 10, opacity: 0.14 },
    { step: 30, opacity: 0.26 },
  ]) {
    pen.globalAlpha = opacity;
    pen.stroke(trace(geoGraticule().step([step, step])()));
  }
  pen.globalAlpha = 1;
}

function paintLand({ pen, palette, trace }: Sheet, { countries, tints }: Atlas): void {
  for (const [index, country] of countries.features.entries()) {
    pen.fillStyle = palette.land[(tints[index] ?? 0) % palette.land.length] ?? "";
    pen.fill(trace(country));
  }
}

function paintLines({ pen, palette }: Sheet, borders: Path2D, coast: Path2D): void {
  pen.strokeStyle = palette.border;
  pen.lineWidth = 0.7;
  pen.stroke(borders);
  pen.strokeStyle = palette.coast;
  pen.lineWidth = 0.9;
  pen.stroke(coast);
}

function paintChart(sheet: Sheet, atlas: Atlas, coarse: Atlas): void {
  const coast = sheet.trace(atlas.coastline);
  paintSea(sheet);
  paintShelf(sheet, sheet.trace(coarse.coastline), coast);
  paintLand(sheet, atlas);
  paintGraticule(sheet);
  paintLines(sheet, sheet.trace(atlas.borders), coast);
}

function cut(sheet: Sheet, column: number, row: number): Promise<Buffer> {
  const tile = createCanvas(TILE, TILE);
  tile.getContext("2d").drawImage(sheet.canvas, column * TILE, row * TILE, TILE, TILE, 0, 0, TILE, TILE);
  return tile.encode("png");
}

async function* drawLevel(zoom: number, light: Light, atlas: Atlas, coarse: Atlas): AsyncGenerator<Tile> {
  const count = 2 ** zoom;
  const sheet = newSheet(count * TILE, palettes[light]);
  paintChart(sheet, atlas, coarse);
  for (let column = 0; column < count; column += 1) {
    const pngs = await Promise.all(Array.from({ length: count }, (_, row) => cut(sheet, column, row)));
    for (const [row, png] of pngs.entries()) yield { path: `tiles/${light}/${zoom}/${column}/${row}.png`, png };
  }
}

/** Draws the world as a sea chart, by day and by night, and cuts it into tiles: 4^z of each for the zoom level z. */
export async function* drawTiles(): AsyncGenerator<Tile> {
  const coarse = await readAtlas("110m");
  const fine = await readAtlas("50m");
  for (const light of ["day", "night"] as const) {
    for (let zoom = 0; zoom <= DEEPEST_ZOOM; zoom += 1) yield* drawLevel(zoom, light, zoom < 2 ? coarse : fine, coarse);
  }
}
