import { crc32 } from "node:zlib";
import type { ImageType } from "./schema";

/** What an image says of itself before anything of it is decoded. */
export interface ImageHeader {
  type: ImageType;
  /** Pixels. */
  width: number;
  height: number;
  /** False for a file that was cut off, or is damaged as far as that can be told without decoding: decoders would paint what there is of it. */
  isWhole: boolean;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG §5.3: whether the file is one sound chunk after the other, up to the last. */
function isWholePng(bytes: Buffer): boolean {
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return true;
    at = end + 4;
  }
  return false;
}

/** PNG §5.2 and §11.2.1: the header chunk comes first. */
function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isWhole: isWholePng(bytes) };
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Markers that begin a frame: all of the SOF range but those for tables (ITU T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length: fill bytes, restarts, TEM. */
const isBare = (marker: number) => marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** JPEG: from segment to segment up to the first frame, which is the one that decoders take. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) {
      // Compressed data never has these two bytes in it, and thumbnails, which end with them as well, stand before.
      const isWhole = bytes.includes(END_OF_IMAGE, at);
      return { type: "image/jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isWhole };
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    if (isBare(marker)) at += marker === 0xff ? 1 : 2;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** WebP: of its three forms (RFC 9649 §2.5 to §2.7) each has the size at a place of its own. */
function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") return null;
  const form = bytes.toString("latin1", 12, 16);
  const common = { type: "image/webp" as const, isWhole: bytes.length >= bytes.readUInt32LE(4) + 8 };
  if (form === "VP8X") return { ...common, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === "VP8L" && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21);
    return { ...common, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (form === "VP8 " && bytes.readUIntBE(23, 3) === 0x9d012a) {
    return { ...common, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return null;
}

/** @returns what the first bytes say, or null when they are of none of the types that we take */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}
