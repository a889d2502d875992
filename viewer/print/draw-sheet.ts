import { createRamp, type Rgb, toRgb } from "../color-ramp";
import type { Box, PaperLayout } from "./paper";
import { type LegendRow, type PlacedRow, placeLegend, SIGN_SHARE } from "./paper-legend";
import { lineHeight, POINT_MM, wrapText } from "./paper-text";
import { formatScale, scaleBar } from "./scale";
import { INK, type Sheet } from "./sheet";

/** What is on a page besides the map. */
export interface PageContent {
  title: string;
  date: string;
  attribution: string;
  /** Denominator. */
  scale: number;
  /** Degrees clockwise between north and the upper edge. */
  bearing: number;
  legend: readonly LegendRow[][];
}

const MUTED = "#4d5d6d";
/** Sizes of letters. Points. */
const [TITLE, SMALL] = [15, 7.5];
/** Part of the colour of an area that its inside has. */
const AREA_SHARE = 0.7;
const MOST_SCALE_BAR = 50;
const STRIPS = 64;

const corners = ({ x, y, width, height }: Box): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Returns the opaque colour that the inside of an area has on white paper. */
function tint(color: string): string {
  const [red, green, blue] = toRgb(color);
  const mix = (part: number) => 255 - (255 - part) * AREA_SHARE;
  return toHex([mix(red), mix(green), mix(blue)]);
}

function drawRamp(sheet: Sheet, colors: readonly string[], box: Box): void {
  const colorAt = createRamp(colors, 0, STRIPS - 1);
  for (let strip = 0; strip < STRIPS; strip += 1) {
    const offset = (strip / STRIPS) * box.width;
    // Each strip reaches to the end, so that there are no gaps between them.
    const left = { ...box, x: box.x + offset, width: box.width - offset };
    sheet.shape(corners(left), { fill: toHex(colorAt(strip) ?? [0, 0, 0]) });
  }
}

function drawSign(sheet: Sheet, { kind, colors }: NonNullable<LegendRow["sign"]>, box: Box): void {
  const [color = INK] = colors;
  const middle = box.y + box.height / 2;
  if (colors.length > 1) drawRamp(sheet, colors, box);
  else if (kind === "points") sheet.circle(box.x + box.width / 2, middle, box.height / 2, color);
  else if (kind === "lines") sheet.shape(corners({ ...box, y: middle - 0.3, height: 0.6 }), { fill: color });
  else if (kind === "raster") sheet.shape(corners(box), { fill: color });
  else sheet.shape(corners(box), { fill: tint(color), stroke: color, width: 0.3 });
}

function drawRow(sheet: Sheet, { x, y, width, size, sign, texts, isHeading = false, isRamp = false }: PlacedRow): void {
  const line = lineHeight(size);
  const baseline = y + 0.72 * line;
  if (isRamp && sign) {
    const [least = "", greatest = ""] = texts;
    drawRamp(sheet, sign.colors, { x, y: y + 0.1 * line, width, height: 0.8 * line });
    sheet.text(least, x, baseline + line, { size });
    sheet.text(greatest, x + width, baseline + line, { size, align: "right" });
    return;
  }
  const height = size * POINT_MM;
  if (sign) drawSign(sheet, sign, { x, y: y + 0.14 * line, width: 1.5 * height, height });
  const indent = sign ? SIGN_SHARE * line : 0;
  for (const [index, text] of texts.entries()) sheet.text(text, x + indent, baseline + index * line, { size, isBold: isHeading });
}

/** Draws an arrow to the north in a square. */
function drawNorth(sheet: Sheet, { x, y, height }: Box, bearing: number): void {
  const [middleX, middleY, radius] = [x + height / 2, y + height / 2, height / 2];
  const angle = (-bearing * Math.PI) / 180;
  const turned = (right: number, up: number): [number, number] => [
    middleX + radius * (right * Math.cos(angle) + up * Math.sin(angle)),
    middleY + radius * (right * Math.sin(angle) - up * Math.cos(angle)),
  ];
  sheet.shape([turned(0, 0.45), turned(-0.5, -1), turned(0, -0.6)], { fill: INK, stroke: INK });
  sheet.shape([turned(0, 0.45), turned(0.5, -1), turned(0, -0.6)], { fill: "#ffffff", stroke: INK });
  const [nX, nY] = turned(0, 0.8);
  sheet.text("N", nX, nY + 0.36 * SMALL * POINT_MM, { size: SMALL, isBold: true, align: "center" });
}

function drawScaleBar(sheet: Sheet, x: number, y: number, scale: number): void {
  const { length, text } = scaleBar(scale, MOST_SCALE_BAR);
  for (const part of [0, 1, 2, 3]) {
    const box = { x: x + (part * length) / 4, y, width: length / 4, height: 1.5 };
    sheet.shape(corners(box), { fill: part % 2 === 0 ? INK : "#ffffff", stroke: INK });
  }
  const below = y + 1.5 + 1.1 * SMALL * POINT_MM;
  sheet.text("0", x, below, { size: SMALL });
  sheet.text(text, x + length, below, { size: SMALL, align: "right" });
  sheet.text(formatScale(scale), x, y - 1.2, { size: SMALL + 1.5, isBold: true });
}

/** Draws a page. */
export async function drawSheet(
  sheet: Sheet,
  { title, map, legend, footer }: PaperLayout,
  content: PageContent,
  picture: HTMLCanvasElement,
): Promise<void> {
  const dateWidth = sheet.measure(content.date, SMALL) + 4;
  const [line = ""] = wrapText(content.title, { width: title.width - dateWidth, most: 1, size: TITLE, isBold: true }, sheet.measure);
  const baseline = title.y + TITLE * POINT_MM * 0.85;
  sheet.text(line, title.x, baseline, { size: TITLE, isBold: true });
  sheet.text(content.date, title.x + title.width, baseline, { size: SMALL, color: MUTED, align: "right" });
  await sheet.image(picture, map);
  sheet.shape(corners(map), { stroke: INK });
  if (legend) for (const row of placeLegend(content.legend, legend, sheet.measure)) drawRow(sheet, row);
  drawNorth(sheet, footer, content.bearing);
  drawScaleBar(sheet, footer.x + footer.height + 3, footer.y + 4.6, content.scale);
  const left = footer.height + MOST_SCALE_BAR + 10;
  const lines = wrapText(content.attribution, { width: footer.width - left, most: 3, size: SMALL }, sheet.measure);
  for (const [index, text] of lines.entries()) {
    const y = footer.y + footer.height - 1 - (lines.length - 1 - index) * lineHeight(SMALL);
    sheet.text(text, footer.x + footer.width, y, { size: SMALL, color: MUTED, align: "right" });
  }
}
