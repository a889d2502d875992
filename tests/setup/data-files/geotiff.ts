import { deflateSync } from "node:zlib";
import { HARBOUR_BOUNDS } from "./harbour-data";

export interface TiffOptions {
  /** Pixels of a side. */
  pixels?: number;
  isTiled?: boolean;
  hasOverview?: boolean;
  /** EPSG number; null for a file that names none. */
  projection?: number | null;
  isBig?: boolean;
  /** Depths as floating-point numbers in place of colours. */
  hasDepths?: boolean;
  /** SampleFormat: 1 is unsigned, 2 signed. */
  sampleFormat?: number;
}

type Tag = { tag: number; type: "short" | "long" | "double"; values: number[] };

const TILE = 256;
const RADIUS = 6_378_137;
const TYPES = { short: { id: 3, size: 2 }, long: { id: 4, size: 4 }, double: { id: 12, size: 8 } } as const;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const mercator = (longitude: number, latitude: number) =>
  [radians(longitude) * RADIUS, Math.asinh(Math.tan(radians(latitude))) * RADIUS] as const;

/** The western half is red, the eastern half is blue. */
function paint(left: number, width: number, height: number, middle: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    pixels.set(left + (index % width) < middle ? [224, 49, 49] : [25, 113, 194], index * 3);
  }
  return deflateSync(pixels);
}

/** The depth grows from west to east, from 0 to 30 m. */
function sound(left: number, width: number, height: number, middle: number): Buffer {
  const depths = Float32Array.from({ length: width * height }, (_, index) => ((left + (index % width)) / middle) * 15);
  return deflateSync(Buffer.from(depths.buffer));
}

function parts(pixels: number, isTiled: boolean, draw: typeof paint): Buffer[] {
  if (!isTiled) return [draw(0, pixels, pixels, pixels / 2)];
  const across = Math.ceil(pixels / TILE);
  return Array.from({ length: across * across }, (_, index) => draw((index % across) * TILE, TILE, TILE, pixels / 2));
}

function encodeValues({ type, values }: Tag): Buffer {
  const { size } = TYPES[type];
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) {
    if (type === "short") bytes.writeUInt16LE(value, index * size);
    else if (type === "long") bytes.writeUInt32LE(value, index * size);
    else bytes.writeDoubleLE(value, index * size);
  }
  return bytes;
}

/** Writes a TIFF: header, then for each image its tiles, the values of its tags and its directory. */
class TiffWriter {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private link = 4;

  constructor(private readonly isBig: boolean) {
    if (isBig) this.link = 8;
    this.append(Buffer.from(isBig ? "49492b00080000000000000000000000" : "49492a0000000000", "hex"));
  }

  append(bytes: Buffer): number {
    const at = this.size;
    this.chunks.push(bytes);
    this.size += bytes.length;
    return at;
  }

  addDirectory(tags: Tag[]): void {
    const [head, entry, inline] = this.isBig ? [8, 20, 8] : [2, 12, 4];
    const sorted = tags.sort((a, b) => a.tag - b.tag);
    const directory = Buffer.alloc(head + sorted.length * entry + inline);
    directory.writeUInt16LE(sorted.length, 0);
    for (const [index, tag] of sorted.entries()) {
      const at = head + index * entry;
      const values = encodeValues(tag);
      directory.writeUInt16LE(tag.tag, at);
      directory.writeUInt16LE(TYPES[tag.type].id, at + 2);
      directory.writeUInt32LE(tag.values.length, at + 4);
      if (values.length <= inline) values.copy(directory, at + entry - inline);
      else directory.writeUInt32LE(this.append(values), at + entry - inline);
    }
    const start = this.append(directory);
    const all = this.finish();
    all.writeUInt32LE(start, this.link);
    this.link = start + directory.length - inline;
  }

  finish(): Buffer {
    const all = Buffer.concat(this.chunks);
    this.chunks.splice(0, this.chunks.length, all);
    return all;
  }
}

function placeTags(pixels: number, projection: number | null): Tag[] {
  const [west, south, east, north] = HARBOUR_BOUNDS;
  const isDegrees = projection === 4326;
  const [left, bottom] = isDegrees ? [west, south] : mercator(west, south);
  const [right, top] = isDegrees ? [east, north] : mercator(east, north);
  const key = isDegrees ? 2048 : 3072;
  const keys = [1, 1, 0, 3, 1024, 0, 1, isDegrees ? 2 : 1, 1025, 0, 1, 1, key, 0, 1, projection ?? 0];
  return [
    { tag: 33550, type: "double", values: [(right - left) / pixels, (top - bottom) / pixels, 0] },
    { tag: 33922, type: "double", values: [0, 0, 0, left, top, 0] },
    ...(projection === null ? [] : [{ tag: 34735, type: "short" as const, values: keys }]),
  ];
}

const COLOURS = { samples: 3, bits: 8, format: 1, interpretation: 2, draw: paint };
const DEPTHS = { samples: 1, bits: 32, format: 3, interpretation: 1, draw: sound };

/** Returns a GeoTIFF of the harbour; by default a Cloud Optimized one in Web Mercator. */
export function geoTiff(options: TiffOptions = {}): Buffer {
  const { pixels = 512, isTiled = true, hasOverview = true, projection = 3857, isBig = false, hasDepths = false } = options;
  const { samples, bits, format, interpretation, draw } = hasDepths ? DEPTHS : COLOURS;
  const writer = new TiffWriter(isBig);
  for (const [level, side] of (hasOverview ? [pixels, pixels / 2] : [pixels]).entries()) {
    const data = parts(side, isTiled, draw);
    const offsets = data.map((part) => writer.append(part));
    const sizes = data.map((part) => part.length);
    writer.addDirectory([
      { tag: 254, type: "long", values: [level === 0 ? 0 : 1] },
      { tag: 256, type: "long", values: [side] },
      { tag: 257, type: "long", values: [side] },
      { tag: 258, type: "short", values: Array.from({ length: samples }, () => bits) },
      { tag: 259, type: "short", values: [8] },
      { tag: 262, type: "short", values: [interpretation] },
      { tag: 277, type: "short", values: [samples] },
      { tag: 284, type: "short", values: [1] },
      { tag: 339, type: "short", values: Array.from({ length: samples }, () => options.sampleFormat ?? format) },
      { tag: isTiled ? 324 : 273, type: "long", values: offsets },
      { tag: isTiled ? 325 : 279, type: "long", values: sizes },
      ...(isTiled
        ? [
            { tag: 322, type: "long" as const, values: [TILE] },
            { tag: 323, type: "long" as const, values: [TILE] },
          ]
        : [{ tag: 278, type: "long" as const, values: [side] }]),
      ...(level === 0 ? placeTags(pixels, projection) : []),
    ]);
  }
  return writer.finish();
}
