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
