import { crc32 } from "node:zlib";
import { readJpeg } from "./headers/jpeg";
import { readWebp } from "./headers/webp";
import type { ImageHeader } from "./schema";

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
