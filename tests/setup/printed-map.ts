import { inflateSync } from "node:zlib";

const POINT_MM = 25.4 / 72;
/** Colours of letters and edges are mixed with what is around them. */
const TOLERANCE = 8;

/** Pixels of red, green and blue. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture in a PDF at its place. Millimetres. */
export interface PlacedPicture extends Pixels {
  x: number;
  y: number;
  widthMm: number;
  heightMm: number;
}

/** Returns the objects of a PDF: what is written before a stream, and its inflated bytes. */
function streamsOf(pdf: Buffer): { head: string; bytes: Buffer }[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/obj\s*<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)].map(({ 0: match, 1: head = "", index }) => {
    const start = index + match.length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const bytes = pdf.subarray(start, start + length);
    return { head, bytes: head.includes("/Filter") ? inflateSync(bytes) : bytes };
  });
}

/** Undoes the filter "Sub" of PNG, by which jsPDF writes pictures quickly. */
function unfilter(bytes: Buffer, width: number, height: number): Uint8Array {
  const row = width * 3;
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (row + 1)];
    if (filter !== 0 && filter !== 1) throw new Error(`The picture has the filter ${filter}.`);
    for (let x = 0; x < row; x += 1) {
      const left = filter === 1 && x >= 3 ? (data[y * row + x - 3] ?? 0) : 0;
      data[y * row + x] = (bytes[y * (row + 1) + 1 + x] ?? 0) + left;
    }
  }
  return data;
}

/** Reads the size of the page and the only picture of a PDF. */
export function readPrintedPdf(pdf: Buffer): { page: { width: number; height: number }; picture: PlacedPicture } {
  const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString("latin1")) ?? [];
  const page = { width: Number(width) * POINT_MM, height: Number(height) * POINT_MM };
  const streams = streamsOf(pdf);
  const drawing = streams.map(({ bytes }) => /([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\s+\/I\d+ Do/.exec(bytes.toString("latin1")));
  const [widthMm = 0, heightMm = 0, x = 0, bottom = 0] = (drawing.find(Boolean) ?? []).slice(1).map((points) => Number(points) * POINT_MM);
  const image = streams.find(({ head }) => head.includes("/Subtype /Image") && head.includes("/DeviceRGB"));
  if (!image) throw new Error("The PDF has no picture.");
  const [columns = 0, rows = 0] = ["Width", "Height"].map((name) => Number(new RegExp(`/${name} (\\d+)`).exec(image.head)?.[1]));
  const picture = { width: columns, height: rows, data: unfilter(image.bytes, columns, rows) };
  return { page, picture: { ...picture, x, y: page.height - bottom - heightMm, widthMm, heightMm } };
}

/** Returns how many pixels have a colour, and their middle. */
export function findColor({ width, data }: Pixels, hex: string): { count: number; x: number; y: number } {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    if (wanted.some((part, index) => Math.abs((data[at + index] ?? 0) - part) > TOLERANCE)) continue;
    count += 1;
    x += (at / 3) % width;
    y += Math.floor(at / 3 / width);
  }
  return { count, x: x / count, y: y / count };
}
