import { randomFillSync } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createCanvas } from "@napi-rs/canvas";
import { tileIdToZxy } from "pmtiles";
import { type Tile, type TileStore, writePmtiles } from "../../lib/data-maps/conversion/pmtiles-writer";

const PIXELS = 256;
const PNG = 2;
const UNCOMPRESSED = 1;
const TILE_BYTES = 24 * 1024;

/** Tiles of one colour each, which a browser decodes fast. Bytes after the end of the image give them their size, and are random. */
function makeTile(image: Buffer): Buffer {
  const bytes = Buffer.alloc(TILE_BYTES);
  image.copy(bytes);
  randomFillSync(bytes, image.length);
  return bytes;
}

function paint(color: string): Buffer {
  const canvas = createCanvas(PIXELS, PIXELS);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, PIXELS, PIXELS);
  return canvas.toBuffer("image/png");
}

/** Yields whole zoom levels and a part of the last one. */
function* makeTiles(count: number): Generator<Tile> {
  const images = ["#2563eb", "#d9480f", "#0f8a5f", "#9333ea"].map(paint);
  for (let id = 0; id < count; id += 1) yield { id, bytes: makeTile(images[id % images.length] ?? Buffer.alloc(0)) };
}

/** Keeps tile data in a file next to the archive. */
function openStore(file: string): TileStore {
  const sink = createWriteStream(file);
  return {
    async append(bytes) {
      if (!sink.write(bytes)) await once(sink, "drain");
    },
    async *read() {
      await new Promise<void>((resolve) => sink.end(() => resolve()));
      yield* createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
    },
  };
}

/** Writes a PMTiles archive of image tiles of about this size. */
export async function writeTiles(file: string, size: number): Promise<void> {
  const count = Math.ceil(size / TILE_BYTES);
  const [maxZoom] = tileIdToZxy(count - 1);
  const settings = {
    tileType: PNG,
    tileCompression: UNCOMPRESSED,
    minZoom: 0,
    maxZoom,
    bounds: [-180, -85, 180, 85],
    metadata: { name: "Tiles" },
  } as const;
  const data = `${file}.data`;
  await pipeline(writePmtiles(Readable.from(makeTiles(count)), settings, openStore(data)), createWriteStream(file));
  await rm(data);
}
