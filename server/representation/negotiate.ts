import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openStored, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { contentTypeOf, extensionOf, tileFormats } from "../../lib/http/content-type";
import type { FileEntry } from "../../lib/trees/data";
import { gzipHeader, gzipTrailer, isGzipped } from "./gzip";
import { identify, ofBytes, ofSlice, type Representation, SMALL_BYTES } from "./representation";
import { type DescribedRepresentation, type Headers, sendRepresentation } from "./send";

interface ContentNegotiation {
  acceptsGzip: boolean;
  hasRange: boolean;
}

const TILE_BYTES = 4 * 1024 * 1024;
const GUNZIPPED_TILE_BYTES = 64 * 1024 * 1024;

/** Programs read these formats in parts, by the offsets and length of the file, so they are never compressed in transfer. */
const readInParts = /^(fgb|geotiff|gpkg|kmz|las|laz|m4a|m4v|mbtiles|mov|mp3|mp4|ogg|ogv|parquet|pmtiles|sqlite|tiff?|wav|webm|zip)$/;

async function* framed(header: Buffer, deflated: AsyncIterable<Buffer>, trailer: Buffer): AsyncGenerator<Buffer> {
  yield header;
  yield* deflated;
  yield trailer;
}

/** Represents a deflated file as gzip. The archive has the deflated bytes and the checksum, so nothing is compressed here. */
function ofDeflated(store: BlobStore, slice: Slice & { crc32: number }, etag: string): Representation {
  const trailer = gzipTrailer(slice.crc32, slice.size);
  const read: Representation["read"] = async (_, signal) => {
    if (slice.storedSize <= SMALL_BYTES) return Buffer.concat([gzipHeader, await readStored(store, slice, undefined, signal), trailer]);
    return Readable.from(framed(gzipHeader, await openStored(store, slice, signal), trailer), { objectMode: false });
  };
  return { etag, length: gzipHeader.length + slice.storedSize + trailer.length, isGzip: true, acceptsRanges: false, read };
}

/** Returns null for bytes that are not gzip, or that inflate beyond the size of any tile. */
async function gunzipTile(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: GUNZIPPED_TILE_BYTES });
  } catch {
    return null;
  }
}

/** Represents a gzip tile unchanged, or unpacked for clients without gzip. A damaged one is sent as uploaded. */
async function ofGzippedTile(store: BlobStore, slice: Slice, id: string, wanted: ContentNegotiation): Promise<Representation> {
  if (wanted.acceptsGzip) return { ...ofSlice(store, slice, `"${id}-gzip"`), isGzip: true, acceptsRanges: false };
  const unpacked = await gunzipTile(await readInflated(store, slice));
  return unpacked ? ofBytes(`"${id}-plain"`, unpacked) : ofSlice(store, slice, `"${id}"`);
}

function varies({ name, slice }: FileEntry): boolean {
  const extension = extensionOf(name);
  return (slice?.method === "deflated" && !readInParts.test(extension)) || tileFormats.has(extension);
}

/** Chooses the representation of a file. A range request gets the file's own bytes: offsets into a compressed form are useless. */
async function negotiate(store: BlobStore, file: FileEntry, wanted: ContentNegotiation): Promise<Representation> {
  const { slice, size, name } = file;
  const id = identify(file);
  if (!slice || size === 0) return ofBytes(`"${id}"`, Buffer.alloc(0));
  const extension = extensionOf(name);
  if (tileFormats.has(extension) && size <= TILE_BYTES && (await isGzipped(store, slice))) return ofGzippedTile(store, slice, id, wanted);
  const { crc32 } = slice;
  const canBeGzip = slice.method === "deflated" && crc32 !== null && !readInParts.test(extension);
  if (canBeGzip && wanted.acceptsGzip && !wanted.hasRange) return ofDeflated(store, { ...slice, crc32 }, `"${id}-gzip"`);
  return ofSlice(store, slice, `"${id}"`);
}

/** Describes a file for a client. @param common headers of every answer about it */
export async function describeFile(
  store: BlobStore,
  file: FileEntry,
  wanted: ContentNegotiation,
  common: Headers,
): Promise<DescribedRepresentation> {
  const representation = await negotiate(store, file, wanted);
  const headers = varies(file) ? { ...common, Vary: "Accept-Encoding" } : common;
  return { file, representation, contentType: contentTypeOf(file.name), common: headers };
}

/** Sends a file of a map, as gzip if the archive has it. @throws BlobMissingError, SliceDamagedError before anything is sent */
export async function sendNegotiated(
  request: IncomingMessage,
  response: ServerResponse,
  store: BlobStore,
  file: FileEntry,
  common: Headers,
): Promise<void> {
  const wanted = {
    acceptsGzip: acceptsGzip(String(request.headers["accept-encoding"] ?? "")),
    hasRange: request.headers.range !== undefined,
  };
  await sendRepresentation(request, response, await describeFile(store, file, wanted, common));
}
