import type { ImageHeader } from "../schema";

const START_OF_IMAGE = 0xffd8;
const START_OF_SCAN = 0xda;
const SCAN = Buffer.from([0xff, START_OF_SCAN]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Progressive images have about ten scans. A scan of a few bytes can make a decoder process every pixel. */
const MOST_SCANS = 64;

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2;
/** DHT, DAC, DQT, DRI, COM, and APP0 to APP15. */
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

interface Segment {
  marker: number;
  at: number;
  end: number;
}

function readSegment(bytes: Buffer, from: number): Segment | null {
  if (bytes[from] !== 0xff) return null;
  let at = from + 1;
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at] ?? 0;
  at += 1;
  const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
  return length < 2 || at + length > bytes.length ? null : { marker, at, end: at + length };
}

function countScans(bytes: Buffer, from: number): number {
  let count = 0;
  for (let at = bytes.indexOf(SCAN, from); at >= 0 && count <= MOST_SCANS; at = bytes.indexOf(SCAN, at + 2)) count += 1;
  return count;
}

function sizeOf(bytes: Buffer, { at, end }: Segment): { width: number; height: number } | null {
  if (end - at < 8 || end - at !== 8 + 3 * bytes.readUInt8(at + 7)) return null;
  return { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
}

/** Returns the frames of a header and its first scan, or null when it contains anything but frames and tables. */
function readSegments(bytes: Buffer): { frames: Segment[]; scan: Segment } | null {
  const frames: Segment[] = [];
  for (let segment = readSegment(bytes, 2); segment; segment = readSegment(bytes, segment.end)) {
    if (segment.marker === START_OF_SCAN) return { frames, scan: segment };
    if (isFrame(segment.marker)) frames.push(segment);
    else if (!isTable(segment.marker)) return null;
  }
  return null;
}

/** Reads a JPEG with one frame before its first scan. Rejects other header segments, in which decoders could find another frame. */
export function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null;
  const { frames: [frame, second] = [], scan } = readSegments(bytes) ?? {};
  const size = frame && !second ? sizeOf(bytes, frame) : null;
  if (!size || !scan) return null;
  // Compressed data never contains the end marker, and thumbnails are before the scan.
  const isWhole = bytes.includes(END_OF_IMAGE, scan.end) && countScans(bytes, scan.at - 2) <= MOST_SCANS;
  return { type: "image/jpeg", ...size, isWhole };
}

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
