import { crc32 } from "node:zlib";
import type { Image } from "@napi-rs/canvas";
import pLimit from "p-limit";
import { AppError } from "../../errors";
import { readJpeg, readWebp } from "./headers/image-headers";
import {
  IMAGE_BROKEN_MESSAGE,
  IMAGE_PIXELS_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  type ImageHeader,
  type ImageType,
  MAX_IMAGE_PIXELS,
  THUMBNAIL_HEIGHT,
  THUMBNAIL_WIDTH,
} from "./schema";

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEADER_BYTES = 13;
const PNG_CHUNK_BYTES = 12;

/** Returns true when a PNG has one header and then only valid chunks up to the last (PNG §5.3). */
function isWholePng(bytes: Buffer): boolean {
  for (let at = PNG_SIGNATURE.length; at + PNG_CHUNK_BYTES <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if ((type === "IHDR") !== (at === PNG_SIGNATURE.length)) return false;
    if (type === "IEND") return true;
    at = end + 4;
  }
  return false;
}

function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.readUInt32BE(8) !== PNG_HEADER_BYTES || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isWhole: isWholePng(bytes) };
}

/** Reads type and size of an image, or returns null where a decoder could find another size (docs/decisions/0047). */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

/** No visible artifacts at this size. */
const WEBP_QUALITY = 82;

/** Share of one colour above which a map has painted nothing. The buttons of an empty Leaflet map take up 0.7 %. */
const FLAT_SHARE = 0.99;

/** A decoded image takes up to 160 MB, so images are decoded one at a time. */
const limitDecoding = pLimit(1);

export interface Thumbnail {
  bytes: Buffer;
  isFlat: boolean;
}

/** Checks type and size of an image. @throws AppError 415 for another type than declared, 413 for too many pixels, 400 for a damaged image */
function checkHeader(bytes: Buffer, declared: ImageType): void {
  const header = readImageHeader(bytes);
  if (header?.type !== declared) throw new AppError("unsupported_type", IMAGE_TYPE_MESSAGE);
  const pixels = header.width * header.height;
  if (pixels === 0 || !header.isWhole) throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE);
  if (pixels > MAX_IMAGE_PIXELS) throw new AppError("too_large", IMAGE_PIXELS_MESSAGE);
}

function isFlat(pixels: Uint8ClampedArray): boolean {
  const counts = new Map<number, number>();
  let most = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3);
    const count = (counts.get(colour) ?? 0) + 1;
    counts.set(colour, count);
    if (count > most) most = count;
  }
  return most > (pixels.length / 4) * FLAT_SHARE;
}

/** Returns the largest centred part of the image with the aspect ratio of a thumbnail. */
function coverOf({ width, height }: Image): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(width / THUMBNAIL_WIDTH, height / THUMBNAIL_HEIGHT);
  const [coveredWidth, coveredHeight] = [THUMBNAIL_WIDTH * scale, THUMBNAIL_HEIGHT * scale];
  return { x: (width - coveredWidth) / 2, y: (height - coveredHeight) / 2, width: coveredWidth, height: coveredHeight };
}

async function paint(bytes: Buffer): Promise<Thumbnail> {
  // Imported on demand: the library takes 40 MB.
  const { createCanvas, Image: CanvasImage } = await import("@napi-rs/canvas");
  const image = new CanvasImage();
  try {
    image.src = bytes;
    await image.decode();
  } catch (cause) {
    throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE, { cause });
  }
  if (image.width === 0 || image.height === 0) throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE);
  const canvas = createCanvas(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  const from = coverOf(image);
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  const { data } = context.getImageData(0, 0, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  return { bytes: await canvas.encode("webp", WEBP_QUALITY), isFlat: isFlat(data) };
}

/** Crops and re-encodes an image: uploaded bytes are never served. @throws AppError 415 for another type, 413 for pixels, 400 if broken */
export async function makeThumbnail(bytes: Buffer, declared: ImageType): Promise<Thumbnail> {
  checkHeader(bytes, declared);
  return await limitDecoding(() => paint(bytes));
}
