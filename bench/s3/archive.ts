import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { archiveEnd, directoryHeader, localHeader, type ZipRecord } from "../../lib/archives/write/zip-format";
import { tilePath } from "../publish/archives";

const MEBIBYTE = 1024 * 1024;
const TILE_BYTES = { least: 8_000, most: 72_000 };
/** Share of the archive's bytes; the rest is raw data in stored files. */
const SHARE_OF_TILES = 0.4;
const RAW_BYTES = 256 * MEBIBYTE;
/** Compressed images over 1 MiB get their own blobs when they are verified. */
const COMPRESSED_FILES = 8;
const COMPRESSED_BYTES = 48 * MEBIBYTE;

/** Returns pseudo-random bytes, the same in every run. */
const noise = Buffer.concat(Array.from({ length: 131_072 }, (_, index) => createHash("sha256").update(String(index)).digest()));

/** Returns different bytes for each number, because no two tiles of a pack are equal. */
function noiseOf(number: number, length: number): Buffer {
  const start = (number * 7_919) % (noise.length - length);
  return noise.subarray(start, start + length);
}

/** Half of the bytes compress as well as measured values do. */
function compressible(number: number): Buffer {
  const bytes = Buffer.alloc(COMPRESSED_BYTES);
  for (let at = 0; at < bytes.length; at += 8_192) noiseOf(number + at, 4_096).copy(bytes, at);
  return bytes;
}

interface Member {
  name: string;
  isDeflated: boolean;
  size: number;
  crc32: number;
  /** Headers as they are in the archive. */
  stored: readonly Buffer[];
}

function stored(name: string, ...bytes: Buffer[]): Member {
  const size = bytes.reduce((sum, { length }) => sum + length, 0);
  return { name, isDeflated: false, size, crc32: bytes.reduce((sum, part) => crc32(part, sum), 0), stored: bytes };
}

function deflated(name: string, bytes: Buffer): Member {
  return { name, isDeflated: true, size: bytes.length, crc32: crc32(bytes), stored: [deflateRawSync(bytes, { level: 1 })] };
}

/** Returns a map site: its page, compressed data, tiles, and raw data up to the wanted size. */
function* membersOf(bytes: number): Generator<Member> {
  yield deflated("index.html", Buffer.from(`<!doctype html><title>Map</title>${"<p>".repeat(500)}`));
  for (let number = 0; number < COMPRESSED_FILES; number += 1) yield deflated(`data/${number}.tif`, compressible(number));
  let left = bytes * SHARE_OF_TILES;
  for (let number = 0; left > 0; number += 1) {
    const size = TILE_BYTES.least + ((number * 7_919) % (TILE_BYTES.most - TILE_BYTES.least));
    yield stored(tilePath(number), noiseOf(number, size));
    left -= size;
  }
  left = bytes * (1 - SHARE_OF_TILES) - (COMPRESSED_FILES * COMPRESSED_BYTES) / 2;
  for (let number = 0; left > 0; number += 1) {
    const size = Math.min(RAW_BYTES, Math.ceil(left));
    const pieces = Array.from({ length: Math.ceil(size / MEBIBYTE) }, (_, piece) => noiseOf(number * 512 + piece, MEBIBYTE));
    yield stored(`data/${number}.pmtiles`, ...pieces);
    left -= size;
  }
}

async function* write(members: Iterable<Member>, done: (entries: number) => void): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, stored: pieces, ...known } of members) {
    const storedSize = pieces.reduce((sum, { length }) => sum + length, 0);
    const record: ZipRecord = { ...known, name: Buffer.from(name), isFolder: false, modified: 1_700_000_000, storedSize };
    directory.push(directoryHeader(record, known.crc32, at));
    for (const piece of [localHeader(record), ...pieces]) {
      yield piece;
      at += piece.length;
    }
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield archiveEnd({ entries: directory.length, offset: at, size });
  done(directory.length);
}

/**
 * Writes the ZIP of a map site, entry by entry.
 * @param bytes approximate size of the archive
 * @returns the number of files
 */
export async function writeArchive(file: string, bytes: number): Promise<number> {
  let entries = 0;
  const done = (count: number) => {
    entries = count;
  };
  await pipeline(write(membersOf(bytes), done), createWriteStream(file, { highWaterMark: 4 * MEBIBYTE }));
  return entries;
}
