import type { LayerKind } from "../../lib/data-maps/schema";
import { describeRelief } from "../drawn-raster";
import { hasLegend, nameOfAttribute, rampEnds } from "../legend";
import type { ShownLayer, ShownMap } from "../shown-map";
import { legendOf } from "../value-style";
import { type Box, columnsOf } from "./paper";
import { lineHeight, type MeasureText, wrapText } from "./paper-text";

/** A line of a legend: a sign with a text, a ramp with the texts of its ends, or a text only. */
export interface LegendRow {
  texts: readonly string[];
  isHeading?: boolean;
  isRamp?: boolean;
  sign?: { kind: LayerKind; colors: readonly string[] };
}

/** A line of a legend at its place. */
export interface PlacedRow extends LegendRow {
  x: number;
  y: number;
  width: number;
  /** Points. */
  size: number;
}

/** Sizes of letters, of which the largest is used that fits. Points. */
const SIZES = [8, 7, 6, 5] as const;
/** Between a sign and its text, in heights of a line. Between two layers, and between columns in millimetres. */
export const SIGN_SHARE = 1.5;
const LAYER_GAP = 0.5;
const COLUMN_GAP = 4;
const STEP = 2;
/** Of a raster whose colours the viewer chooses. */
const UNKNOWN_RASTER = ["#ffffd9", "#7fcdbb", "#1d91c0", "#081d58"];

function rowsOf(layer: ShownLayer): LegendRow[] {
  const { name, kind, color, rasterStyle, hidden = [], statistics } = layer;
  if (rasterStyle?.kind === "ramp") {
    const ramp: LegendRow = { isRamp: true, texts: rampEnds(rasterStyle, layer), sign: { kind, colors: rasterStyle.colors } };
    return [{ texts: [name], isHeading: true }, ramp];
  }
  const colorBy = rasterStyle ?? (hasLegend(layer) ? layer.colorBy : null);
  if (!colorBy) return [{ texts: [name], sign: { kind, colors: kind === "raster" ? UNKNOWN_RASTER : [color] } }];
  const entries = legendOf(colorBy, statistics).filter(({ index }) => !hidden.includes(index));
  const attribute = "attribute" in colorBy ? [{ texts: [nameOfAttribute(layer, colorBy.attribute)] }] : [];
  const signs = entries.map((entry): LegendRow => ({ texts: [entry.text], sign: { kind, colors: [entry.color] } }));
  return [{ texts: [name], isHeading: true }, ...attribute, ...signs];
}

/** Returns the lines of each layer that is drawn at a zoom. */
export function legendRows({ layers }: ShownMap, zoom: number): LegendRow[][] {
  const drawn = layers.filter(({ visible, problem, format, minZoom, maxZoom }) => {
    return visible && problem === undefined && format !== "gdal" && format !== "mbtiles" && zoom >= minZoom && zoom < maxZoom;
  });
  return drawn.map((layer) => [...rowsOf(layer), ...[describeRelief(layer)].filter(Boolean).map((text) => ({ texts: [text] }))]);
}

/** Returns the lines of a text in a column, at most two. */
function wrapRow(row: LegendRow, width: number, size: number, measure: MeasureText): readonly string[] {
  const { texts, sign, isHeading = false, isRamp = false } = row;
  if (isRamp) return texts;
  const indent = sign ? SIGN_SHARE * lineHeight(size) : 0;
  return wrapText(texts[0] ?? "", { width: width - indent, most: 2, size, isBold: isHeading }, measure);
}

/** A line with its height, and the height that must be left in its column. */
interface MeasuredRow extends LegendRow {
  height: number;
  needed: number;
}

function measureRows(rows: readonly LegendRow[], width: number, size: number, measure: MeasureText): MeasuredRow[] {
  const line = lineHeight(size);
  return rows.map((row, index) => {
    const texts = wrapRow(row, width, size, measure);
    const own = line * (row.isRamp ? 2 : texts.length);
    const height = own + (index === rows.length - 1 ? LAYER_GAP * line : 0);
    // A heading is never the last line of a column.
    return { ...row, texts, height, needed: own + (row.isHeading ? 2 * line : 0) };
  });
}

/** Places lines in the columns of a box, or returns null if they don't fit. */
function place(layers: readonly LegendRow[][], box: Box, size: number, measure: MeasureText): PlacedRow[] | null {
  const columns = columnsOf(box);
  const width = (box.width - (columns - 1) * COLUMN_GAP) / columns;
  const placed: PlacedRow[] = [];
  let [column, y] = [0, 0];
  for (const { height, needed, ...row } of layers.flatMap((rows) => measureRows(rows, width, size, measure))) {
    if (y > 0 && y + needed > box.height) [column, y] = [column + 1, 0];
    if (column === columns || needed > box.height) return null;
    placed.push({ ...row, x: box.x + column * (width + COLUMN_GAP), y: box.y + y, width, size });
    y += height;
  }
  return placed;
}

/** Places the lines of a legend in a box. Those that don't fit in the smallest letters are counted in a last line. */
export function placeLegend(layers: readonly LegendRow[][], box: Box, measure: MeasureText): PlacedRow[] {
  for (const size of SIZES) {
    const placed = place(layers, box, size, measure);
    if (placed) return placed;
  }
  const rows = layers.flat();
  const smallest = SIZES.at(-1) ?? 5;
  const placeFirst = (count: number) => {
    return place([[...rows.slice(0, count), { texts: [`and ${rows.length - count} more`] }]], box, smallest, measure);
  };
  let [least, most] = [0, rows.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (placeFirst(middle)) least = middle;
    else most = middle - 1;
  }
  return placeFirst(least) ?? [];
}

/** Returns the height that a legend needs in its largest letters. */
export function legendHeight(layers: readonly LegendRow[][], width: number, most: number, measure: MeasureText): number {
  for (let height = STEP; height < most; height += STEP) {
    if (place(layers, { x: 0, y: 0, width, height }, SIZES[0], measure)) return height;
  }
  return most;
}
