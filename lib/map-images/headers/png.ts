import { crc32 } from "node:zlib";
import type { ImageHeader } from "../../maps/images/schema";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;

/** PNG §5.3: whether the file is one sound chunk after the other, up to the last, and only the first is a header. */
function isWhole(bytes: Buffer): boolean {
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if ((type === "IHDR") !== (at === SIGNATURE.length)) return false;
    if (type === "IEND") return true;
    at = end + 4;
  }
  return false;
}

/** PNG §5.2 and §11.2.1: the header chunk comes first. */
export function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  if (bytes.readUInt32BE(8) !== HEADER_BYTES || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isWhole: isWhole(bytes) };
}
