import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openStored, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { contentTypeOf, extensionOf, isReadInParts, mayBeGzip, tileFormats, withoutGz } from "../../lib/http/content-type";
import type { FileEntry } from "../../lib/trees/data";
import { contentTypeOfText } from "./content-type";
import { gzipHeader, gzipTrailer, isGzipped } from "./gzip";
import { identify, ofBytes, ofSlice, type Representation, SMALL_BYTES } from "./representation";
import { type DescribedRepresentation, type Headers, sendRepresentation } from "./send";

interface ContentNegotiation {
  acceptsGzip: boolean;
  /** Whether the client reads the file by offsets. */
  hasRange: boolean;
}

/** Gzip files up to this size are unpacked for clients without gzip. */
const PACKED_BYTES = 4 * 1024 * 1024;
const UNPACKED_BYTES = 64 * 1024 * 1024;

type Described = Pick<DescribedRepresentation, "representation" | "contentType">;

interface PackedFile {
  name: string;
  slice: Slice;
  id: string;
}

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

/** Returns null for bytes that are not gzip, or that inflate beyond the limit. */
async function unpack(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: UNPACKED_BYTES });
  } catch {
    return null;
  }
}

/** Represents a gzip file unchanged, or unpacked for clients without gzip. A damaged one, and a range of a large one, is sent as uploaded. */
async function ofPacked(store: BlobStore, { name, slice, id }: PackedFile, wanted: ContentNegotiation): Promise<Described> {
  const contentType = contentTypeOf(withoutGz(name));
  const asUploaded = { representation: ofSlice(store, slice, `"${id}"`), contentType: contentTypeOf(name) };
  const isSmall = slice.size <= PACKED_BYTES;
  if (wanted.hasRange && !isSmall) return asUploaded;
  if (wanted.acceptsGzip) {
    return { representation: { ...ofSlice(store, slice, `"${id}-gzip"`), isGzip: true, acceptsRanges: false }, contentType };
  }
  const unpacked = isSmall ? await unpack(await readInflated(store, slice)) : null;
  return unpacked ? { representation: ofBytes(`"${id}-plain"`, unpacked), contentType } : asUploaded;
}

/** Chooses the representation of a file. A range request gets the file's own bytes: offsets into a compressed form are useless. */
async function negotiate(store: BlobStore, file: FileEntry, wanted: ContentNegotiation): Promise<Described & { varies: boolean }> {
  const { slice, size, name } = file;
  const id = identify(file);
  const isTile = tileFormats.has(extensionOf(name));
  if (!slice || size === 0) {
    return { representation: ofBytes(`"${id}"`, Buffer.alloc(0)), contentType: contentTypeOf(name), varies: isTile };
  }
  if (mayBeGzip(name) && (await isGzipped(store, slice))) return { ...(await ofPacked(store, { name, slice, id }, wanted)), varies: true };
  const isDeflated = slice.method === "deflated" && !isReadInParts(name);
  const contentType = await contentTypeOfText(store, name, slice);
  const { crc32 } = slice;
  const isSentDeflated = isDeflated && crc32 !== null && wanted.acceptsGzip && !wanted.hasRange;
  const representation = isSentDeflated ? ofDeflated(store, { ...slice, crc32 }, `"${id}-gzip"`) : ofSlice(store, slice, `"${id}"`);
  return { representation, contentType, varies: isDeflated || isTile };
}

/** Describes a file for a client. @param common headers of every answer about it */
export async function describeFile(
  store: BlobStore,
  file: FileEntry,
  wanted: ContentNegotiation,
  common: Headers,
): Promise<DescribedRepresentation> {
  const { varies, ...described } = await negotiate(store, file, wanted);
  return { file, ...described, common: varies ? { ...common, Vary: "Accept-Encoding" } : common };
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
    // Programs read the length of a file before they read ranges of it.
    hasRange: request.headers.range !== undefined || request.method === "HEAD",
  };
  await sendRepresentation(request, response, await describeFile(store, file, wanted, common));
}
