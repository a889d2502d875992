import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openInflated, openStored, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { extensionOf, tileFormats } from "../../lib/http/content-type";
import type { ByteRange } from "../../lib/http/range";
import type { FileEntry } from "../../lib/trees/data";
import { gzipHeader, gzipTrailer, isGzipped } from "./gzip";

/** One of the forms in which a file can be sent. */
export interface Representation {
  /** Strong, with its quotes: another for each form. */
  etag: string;
  /** Bytes, as sent. */
  length: number;
  isGzip: boolean;
  acceptsRanges: boolean;
  /** Resolves when the bytes are at hand, or the blob is known to be there. @throws BlobMissingError, SliceDamagedError */
  read(range: ByteRange | undefined, signal: AbortSignal): Promise<Buffer | Readable>;
}

/** What a request says of the form that it wants. */
export interface Wishes {
  acceptsGzip: boolean;
  hasRange: boolean;
}

/** Up to here a file is read into memory: one read and one write, without a stream's machinery. */
const SMALL_BYTES = 256 * 1024;

/** Up to here a deflated file is inflated in memory. Of the larger ones, all but text get a blob of their own when the import has run to its end. */
const INFLATED_IN_MEMORY_BYTES = 1024 * 1024;

/** Up to here a range of a deflated file is found by inflating what stands before it; a longer way is nobody's to order. */
const RANGED_WHEN_DEFLATED_BYTES = 64 * 1024 * 1024;

const TILE_BYTES = 4 * 1024 * 1024;
const GUNZIPPED_TILE_BYTES = 64 * 1024 * 1024;

/** Read in parts by programs that count on the file's own offsets and length, so never compressed on the way. */
const readInParts = /^(fgb|geotiff|gpkg|kmz|las|laz|m4a|m4v|mbtiles|mov|mp3|mp4|ogg|ogv|parquet|pmtiles|sqlite|tiff?|wav|webm|zip)$/;

/** The bytes by their checksum, so that a map published anew leaves what has not changed in the browsers' caches. */
function identify({ size, slice }: FileEntry): string {
  if (slice && slice.crc32 === null) {
    const place = `${slice.blobKey}:${slice.offset}:${size}`;
    return createHash("sha256").update(place).digest("base64url").slice(0, 22);
  }
  return `${(slice?.crc32 ?? 0).toString(16).padStart(8, "0")}-${size.toString(16)}`;
}

/** Bytes that are at hand. */
function ofBytes(etag: string, bytes: Buffer): Representation {
  const read: Representation["read"] = (range) =>
    Promise.resolve(range ? bytes.subarray(range.offset, range.offset + range.length) : bytes);
  return { etag, length: bytes.length, isGzip: false, acceptsRanges: true, read };
}

async function readItself(store: BlobStore, slice: Slice, range: ByteRange | undefined, signal: AbortSignal): Promise<Buffer | Readable> {
  const length = range?.length ?? slice.size;
  if (slice.method === "stored") {
    return length <= SMALL_BYTES ? readStored(store, slice, range, signal) : openInflated(store, slice, range, signal);
  }
  if (slice.size > INFLATED_IN_MEMORY_BYTES) return openInflated(store, slice, range, signal);
  const bytes = await readInflated(store, slice, signal);
  return range ? bytes.subarray(range.offset, range.offset + range.length) : bytes;
}

/** The file's own bytes. */
function asItIs(store: BlobStore, slice: Slice, etag: string): Representation {
  const acceptsRanges = slice.method === "stored" || slice.size <= RANGED_WHEN_DEFLATED_BYTES;
  return { etag, length: slice.size, isGzip: false, acceptsRanges, read: (range, signal) => readItself(store, slice, range, signal) };
}

async function* framed(header: Buffer, deflated: AsyncIterable<Buffer>, trailer: Buffer): AsyncGenerator<Buffer> {
  yield header;
  yield* deflated;
  yield trailer;
}

/** A deflated file as gzip: the archive has its bytes and its checksum, so nothing is inflated and nothing compressed. */
function asGzip(store: BlobStore, slice: Slice & { crc32: number }, etag: string): Representation {
  const trailer = gzipTrailer(slice.crc32, slice.size);
  const read: Representation["read"] = async (_, signal) => {
    if (slice.storedSize <= SMALL_BYTES) return Buffer.concat([gzipHeader, await readStored(store, slice, undefined, signal), trailer]);
    return Readable.from(framed(gzipHeader, await openStored(store, slice, signal), trailer), { objectMode: false });
  };
  return { etag, length: gzipHeader.length + slice.storedSize + trailer.length, isGzip: true, acceptsRanges: false, read };
}

/** @returns null for bytes that only begin as gzip does, or inflate beyond any tile */
async function unpackTile(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: GUNZIPPED_TILE_BYTES });
  } catch {
    return null;
  }
}

/**
 * A tile that is gzip itself: sent as it is to whoever decodes gzip, which is every browser, and unpacked to anybody else.
 * One that cannot be unpacked was uploaded so, and is sent as it was uploaded.
 */
async function gzippedTile(store: BlobStore, slice: Slice, id: string, { acceptsGzip }: Wishes): Promise<Representation> {
  if (acceptsGzip) return { ...asItIs(store, slice, `"${id}-gzip"`), isGzip: true, acceptsRanges: false };
  const unpacked = await unpackTile(await readInflated(store, slice));
  return unpacked ? ofBytes(`"${id}-plain"`, unpacked) : asItIs(store, slice, `"${id}"`);
}

/** True when the form depends on Accept-Encoding. */
export function varies({ name, slice }: FileEntry): boolean {
  const extension = extensionOf(name);
  return (slice?.method === "deflated" && !readInParts.test(extension)) || tileFormats.has(extension);
}

/**
 * Chooses the form in which a file is sent. A request for a range always gets the file's own bytes: an offset into a
 * compressed form would be of use to nobody.
 */
export async function represent(store: BlobStore, file: FileEntry, wishes: Wishes): Promise<Representation> {
  const { slice, size, name } = file;
  const id = identify(file);
  if (!slice || size === 0) return ofBytes(`"${id}"`, Buffer.alloc(0));
  const extension = extensionOf(name);
  if (tileFormats.has(extension) && size <= TILE_BYTES && (await isGzipped(store, slice))) return gzippedTile(store, slice, id, wishes);
  const { crc32 } = slice;
  const travelsAsGzip = slice.method === "deflated" && crc32 !== null && !readInParts.test(extension);
  if (travelsAsGzip && wishes.acceptsGzip && !wishes.hasRange) return asGzip(store, { ...slice, crc32 }, `"${id}-gzip"`);
  return asItIs(store, slice, `"${id}"`);
}
