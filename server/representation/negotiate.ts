import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, gunzip, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { openInflated, openStored, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import {
  contentTypeOf,
  extensionOf,
  isReadInParts,
  isUtf8Text,
  mayBeGzip,
  needsCharsetCheck,
  tileFormats,
  withoutCharset,
  withoutGz,
} from "../../lib/http/content-type";
import type { FileEntry } from "../../lib/trees/data";
import { INFLATED_IN_MEMORY_BYTES, identify, ofBytes, ofSlice, type Representation, SMALL_BYTES } from "./representation";
import type { DescribedRepresentation, Headers } from "./send";

type SliceCheck = (store: BlobStore, slice: Slice) => Promise<boolean>;

/** Checks each slice once. Results have no expiry, since blobs never change. */
function oncePerSlice(check: SliceCheck): SliceCheck {
  const results = new LRUCache<string, boolean>({ max: 100_000 });
  return async (store, slice) => {
    const key = `${slice.blobKey}:${slice.offset}`;
    const result = results.get(key) ?? (await check(store, slice));
    results.set(key, result);
    return result;
  };
}

/** The gzip header of RFC 1952: magic number, deflate, no flags, no time, no hints, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Returns the end of a gzip member: checksum and size of the inflated bytes, the size modulo 2^32. */
function gzipTrailer(crc32: number, size: number): Buffer {
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc32, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return trailer;
}

/** This many deflated bytes inflate to at least a few, since the tables before them take up to 300 bytes. */
const GZIP_HEAD_BYTES = 512;

function startsLikeGzip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUIntBE(0, 3) === 0x1f8b08 && bytes.readUInt8(3) < 0x20;
}

function inflateHead(deflated: Buffer): Buffer {
  try {
    return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // A damaged file is reported when it is read completely.
    return Buffer.alloc(0);
  }
}

/** Returns true when the file in a slice starts like a gzip file. */
const isGzipped = oncePerSlice(async (store, slice) => {
  const head = await readStored(store, slice, { offset: 0, length: Math.min(GZIP_HEAD_BYTES, slice.storedSize) });
  return startsLikeGzip(slice.method === "deflated" ? inflateHead(head) : head);
});

/** Part of a larger text that is read. */
const TEXT_HEAD_BYTES = 256 * 1024;

const isUtf8 = oncePerSlice(async (store, slice) => {
  if (slice.size <= INFLATED_IN_MEMORY_BYTES) return isUtf8Text(await readInflated(store, slice), true);
  const chunks: Buffer[] = [];
  for await (const chunk of await openInflated(store, slice, { offset: 0, length: TEXT_HEAD_BYTES })) chunks.push(chunk);
  return isUtf8Text(Buffer.concat(chunks), false);
});

/** Returns the Content-Type of a file, with a charset only for text that is UTF-8: a page names another one itself. */
async function contentTypeOfText(store: BlobStore, name: string, slice: Slice): Promise<string> {
  const type = contentTypeOf(name);
  if (!needsCharsetCheck(type)) return type;
  return (await isUtf8(store, slice)) ? type : withoutCharset(type);
}

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
async function negotiate(store: BlobStore, entry: FileEntry, wanted: ContentNegotiation): Promise<Described & { varies: boolean }> {
  const { slice, size, name } = entry;
  const id = identify(entry);
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

/** Describes an entry for a request, as gzip if the archive has it. @param common headers of every answer about it */
export async function describeEntry(
  { method, headers }: IncomingMessage,
  store: BlobStore,
  entry: FileEntry,
  common: Headers,
): Promise<DescribedRepresentation> {
  const { varies, ...described } = await negotiate(store, entry, {
    acceptsGzip: acceptsGzip(String(headers["accept-encoding"] ?? "")),
    // Programs read the length of a file before they read ranges of it.
    hasRange: headers.range !== undefined || method === "HEAD",
  });
  return { entry, ...described, common: varies ? { ...common, Vary: "Accept-Encoding" } : common };
}
