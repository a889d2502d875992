import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openStored, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { extensionOf, tileFormats } from "../../lib/http/content-type";
import type { FileEntry } from "../../lib/trees/data";
import { gzipHeader, gzipTrailer, isGzipped } from "./gzip";
import { asItIs, identify, ofBytes, type Representation, SMALL_BYTES } from "./representation";

/** What a request says of the form that it wants. */
export interface Wishes {
  acceptsGzip: boolean;
  hasRange: boolean;
}

const TILE_BYTES = 4 * 1024 * 1024;
const GUNZIPPED_TILE_BYTES = 64 * 1024 * 1024;

/** Read in parts by programs that count on the file's own offsets and length, so never compressed on the way. */
const readInParts = /^(fgb|geotiff|gpkg|kmz|las|laz|m4a|m4v|mbtiles|mov|mp3|mp4|ogg|ogv|parquet|pmtiles|sqlite|tiff?|wav|webm|zip)$/;

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
