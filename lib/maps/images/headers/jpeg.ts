import type { ImageHeader } from "../schema";

const START_OF_IMAGE = 0xffd8;
const START_OF_SCAN = 0xda;
const SCAN = Buffer.from([0xff, START_OF_SCAN]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** A progressive image has about ten. Each may be a few bytes and yet make a decoder walk over every pixel. */
const MOST_SCANS = 64;

/** Baseline, extended and progressive (ITU T.81, table B.1): the frames that browsers show. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2;
/** Tables, notes of programs, comments: DHT, DAC, DQT, DRI, APP0 to APP15, COM. */
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

interface Segment {
  marker: number;
  /** Of its length, which is the first of what it holds. */
  at: number;
  /** Of the marker after it. */
  end: number;
}

/** Reads a segment, of which any number of fill bytes may stand in front. @returns null where there is none */
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

/** ITU T.81, B.2.2: length, precision, height, width, and three bytes for each component. */
function sizeOf(bytes: Buffer, { at, end }: Segment): { width: number; height: number } | null {
  if (end - at < 8 || end - at !== 8 + 3 * bytes.readUInt8(at + 7)) return null;
  return { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
}

/** @returns the frames of a header and the scan that ends it, or null when there is anything else in it but tables */
function readSegments(bytes: Buffer): { frames: Segment[]; scan: Segment } | null {
  const frames: Segment[] = [];
  for (let segment = readSegment(bytes, 2); segment; segment = readSegment(bytes, segment.end)) {
    if (segment.marker === START_OF_SCAN) return { frames, scan: segment };
    if (isFrame(segment.marker)) frames.push(segment);
    else if (!isTable(segment.marker)) return null;
  }
  return null;
}

/**
 * JPEG: from segment to segment up to the first scan, with exactly one frame before it. Decoders differ in what they do with
 * anything else in a header (skip it, search on from there, stop), so that one could find another frame than we: there must be
 * nothing else.
 */
export function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null;
  const { frames: [frame, second] = [], scan } = readSegments(bytes) ?? {};
  const size = frame && !second ? sizeOf(bytes, frame) : null;
  if (!size || !scan) return null;
  // Compressed data never has these two bytes in it, and thumbnails, which end with them as well, stand before.
  const isWhole = bytes.includes(END_OF_IMAGE, scan.end) && countScans(bytes, scan.at - 2) <= MOST_SCANS;
  return { type: "image/jpeg", ...size, isWhole };
}
