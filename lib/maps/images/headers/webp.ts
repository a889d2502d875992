import type { ImageHeader } from "../schema";

interface Size {
  width: number;
  height: number;
}

interface Chunk {
  form: string;
  data: Buffer;
}

const FRAME_HEADER_BYTES = 16;

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) return;
    yield { form: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + 8, end) };
    at = end + (end % 2);
  }
}

/** Returns the size in a chunk of pixels (RFC 9649 §2.5, §2.6), or null for other chunks. */
function pixelsOf({ form, data }: Chunk): Size | null {
  if (form === "VP8L" && data.length >= 5 && data[0] === 0x2f) {
    const packed = data.readUInt32LE(1);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (form === "VP8 " && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  return null;
}

function allPixels(bytes: Buffer): Size[] {
  const chunks = [...chunksOf(bytes)];
  const ofFrames = chunks.filter(({ form }) => form === "ANMF").flatMap(({ data }) => [...chunksOf(data.subarray(FRAME_HEADER_BYTES))]);
  return [...chunks, ...ofFrames].map(pixelsOf).filter((size) => size !== null);
}

/** Reads a WebP in one of its three forms. VP8X (RFC 9649 §2.7) states the size twice; an image with larger pixels is rejected. */
export function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") return null;
  const end = bytes.readUInt32LE(4) + 8;
  const common = { type: "image/webp" as const, isWhole: bytes.length >= end };
  if (bytes.toString("latin1", 12, 16) !== "VP8X") {
    // Pixels that are cut off still state their size.
    const size = pixelsOf({ form: bytes.toString("latin1", 12, 16), data: bytes.subarray(20) });
    return size && { ...common, ...size };
  }
  const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  const pixels = allPixels(bytes.subarray(12, end));
  if (pixels.some((one) => one.width > width || one.height > height)) return null;
  return { ...common, width, height, isWhole: common.isWhole && pixels.length > 0 };
}
