import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { type GeoPermissibleObjects, geoGraticule, geoMercator, geoPath } from "d3-geo";
import type { Atlas } from "./atlas";
import palettes from "./site/palette.json";

export type Light = keyof typeof palettes;

/** Reach of each tint of shallow water from the coast, as a share of the world's width. */
const SHELF_REACH = [0.026, 0.018, 0.012, 0.0075, 0.004, 0.0018];

export interface Outlines {
  size: number;
  coast: Path2D;
  wideCoast: Path2D;
  borders: Path2D;
  countries: { area: Path2D; tint: number }[];
  graticules: { lines: Path2D; opacity: number }[];
}

/** Projects the atlas once for several charts. @param size width and height in pixels */
export function traceOutlines(size: number, atlas: Atlas, coarse: Atlas): Outlines {
  const projection = geoMercator()
    .scale(size / (2 * Math.PI))
    .translate([size / 2, size / 2]);
  const trace = (shape: GeoPermissibleObjects) => new Path2D(geoPath(projection)(shape) ?? "");
  return {
    size,
    coast: trace(atlas.coastline),
    wideCoast: trace(coarse.coastline),
    borders: trace(atlas.borders),
    countries: atlas.countries.features.map((country, index) => ({ area: trace(country), tint: atlas.tints[index] ?? 0 })),
    graticules: [
      { lines: trace(geoGraticule().step([10, 10])()), opacity: 0.14 },
      { lines: trace(geoGraticule().step([30, 30])()), opacity: 0.26 },
    ],
  };
}

type Pen = SKRSContext2D;
type Palette = (typeof palettes)[Light];

function paintSea(pen: Pen, { size }: Outlines, { sea }: Palette): void {
  const depth = pen.createLinearGradient(0, 0, 0, size);
  for (const [index, tone] of sea.entries()) depth.addColorStop(index / (sea.length - 1), tone);
  pen.fillStyle = depth;
  pen.fillRect(0, 0, size, size);
}

/** Paints bands along the coasts, palest next to the land. Wide bands are repeated left and right to cross the antimeridian. */
function paintShelf(pen: Pen, { size, coast, wideCoast }: Outlines, { shelf }: Palette): void {
  for (const [index, reach] of SHELF_REACH.entries()) {
    pen.strokeStyle = shelf[index] ?? "";
    pen.lineWidth = reach * size * 2;
    const isWide = index < SHELF_REACH.length / 2;
    for (const shift of isWide ? [-size, 0, size] : [0]) {
      pen.save();
      pen.translate(shift, 0);
      pen.stroke(isWide ? wideCoast : coast);
      pen.restore();
    }
  }
}

function paintLand(pen: Pen, { countries }: Outlines, { land }: Palette): void {
  for (const { area, tint } of countries) {
    pen.fillStyle = land[tint % land.length] ?? "";
    pen.fill(area);
  }
}

function paintGraticules(pen: Pen, { graticules }: Outlines, { graticule }: Palette): void {
  pen.strokeStyle = graticule;
  pen.lineWidth = 1;
  for (const { lines, opacity } of graticules) {
    pen.globalAlpha = opacity;
    pen.stroke(lines);
  }
  pen.globalAlpha = 1;
}

function paintLines(pen: Pen, { borders, coast }: Outlines, palette: Palette): void {
  pen.strokeStyle = palette.border;
  pen.lineWidth = 0.7;
  pen.stroke(borders);
  pen.strokeStyle = palette.coast;
  pen.lineWidth = 0.9;
  pen.stroke(coast);
}

export function drawChart(outlines: Outlines, light: Light): Canvas {
  const canvas = createCanvas(outlines.size, outlines.size);
  const pen = canvas.getContext("2d");
  pen.lineJoin = "round";
  pen.lineCap = "round";
  const palette = palettes[light];
  for (const paint of [paintSea, paintShelf, paintLand, paintGraticules, paintLines]) paint(pen, outlines, palette);
  return canvas;
}
