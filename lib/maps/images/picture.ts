import type { Image } from "@napi-rs/canvas";
import { AppError } from "../../errors";
import { readImageHeader } from "../../map-images/image-header";
import { Turns } from "../../turns";
import {
  IMAGE_BROKEN_MESSAGE,
  IMAGE_PIXELS_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  type ImageType,
  MAX_IMAGE_PIXELS,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
} from "./schema";

/** Small, and without traces that the eye finds at this size. */
const WEBP_QUALITY = 82;

/** More of one colour than this is a map that did not paint: an empty Leaflet map's buttons take up seven thousandths. */
const FLAT_SHARE = 0.99;

/** A decoded image may take 160 MB: one at a time. */
const turns = new Turns(1);

/** A picture as it is kept. */
export interface Picture {
  /** PICTURE_WIDTH by PICTURE_HEIGHT, as PICTURE_TYPE. */
  bytes: Buffer;
  /** True when nearly all of it is one colour. */
  isFlat: boolean;
}

/** @throws AppError 415 when the bytes are of another type than was said, 413 for too many pixels, 400 for none */
function checkHeader(bytes: Buffer, declared: ImageType): void {
  const header = readImageHeader(bytes);
  if (header?.type !== declared) throw new AppError("unsupported_type", IMAGE_TYPE_MESSAGE);
  const pixels = header.width * header.height;
  if (pixels === 0 || !header.isWhole) throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE);
  if (pixels > MAX_IMAGE_PIXELS) throw new AppError("too_large", IMAGE_PIXELS_MESSAGE);
}

/** True when nearly all pixels have the colour, within what compression blurs, of the one that most of them have. */
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

/** The largest part of the image's middle that has a picture's proportions. */
function coverOf({ width, height }: Image): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(width / PICTURE_WIDTH, height / PICTURE_HEIGHT);
  const [coveredWidth, coveredHeight] = [PICTURE_WIDTH * scale, PICTURE_HEIGHT * scale];
  return { x: (width - coveredWidth) / 2, y: (height - coveredHeight) / 2, width: coveredWidth, height: coveredHeight };
}

async function paint(bytes: Buffer): Promise<Picture> {
  // Only when it is needed: the library takes 40 MB, and most processes never see an image.
  const { createCanvas, Image: CanvasImage } = await import("@napi-rs/canvas");
  const image = new CanvasImage();
  try {
    image.src = bytes;
    await image.decode();
  } catch (cause) {
    throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE, { cause });
  }
  if (image.width === 0 || image.height === 0) throw new AppError("bad_request", IMAGE_BROKEN_MESSAGE);
  const canvas = createCanvas(PICTURE_WIDTH, PICTURE_HEIGHT);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  // What is transparent shows as on paper, in both themes.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  const from = coverOf(image);
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  const { data } = context.getImageData(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  return { bytes: await canvas.encode("webp", WEBP_QUALITY), isFlat: isFlat(data) };
}

/**
 * Makes a picture of an image: decoded, cut to a picture's proportions from its middle and encoded anew, so that nothing is ever
 * served as somebody sent it. Its size is read off its first bytes before anything is decoded.
 * @param declared what the sender says that it is
 * @throws AppError 415 for another type, 413 for too many pixels, 400 when it cannot be decoded
 */
export async function makePicture(bytes: Buffer, declared: ImageType): Promise<Picture> {
  checkHeader(bytes, declared);
  return await turns.take(() => paint(bytes));
}
