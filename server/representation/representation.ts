import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { openInflated, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import type { ByteRange } from "../../lib/http/range";
import type { FileEntry } from "../../lib/trees/data";

export interface Representation {
  /** A strong entity tag with its quotes, different for each form. */
  etag: string;
  length: number;
  isGzip: boolean;
  acceptsRanges: boolean;
  /** Resolves when the bytes are in memory or the blob is known to exist. @throws BlobMissingError, SliceDamagedError */
  read(range: ByteRange | undefined, signal?: AbortSignal): Promise<Buffer | Readable>;
}

/** Files up to this size are read into memory: one read and one write are faster than a stream. */
export const SMALL_BYTES = 256 * 1024;

/** Deflated files up to this size are inflated in memory. Most larger ones get a blob of their own when the import completes. */
export const INFLATED_IN_MEMORY_BYTES = 1024 * 1024;

/** A range of a deflated file is found by inflating all bytes before it, so larger files don't accept ranges. */
const RANGED_WHEN_DEFLATED_BYTES = 64 * 1024 * 1024;

/** Returns the content of an entity tag: the checksum where it is known, so that unchanged files stay in browser caches. */
export function identify({ size, slice }: FileEntry): string {
  if (slice && slice.crc32 === null) {
    const location = `${slice.blobKey}:${slice.offset}:${size}`;
    return createHash("sha256").update(location).digest("base64url").slice(0, 22);
  }
  return `${(slice?.crc32 ?? 0).toString(16).padStart(8, "0")}-${size.toString(16)}`;
}

/** Represents bytes that are in memory. */
export function ofBytes(etag: string, bytes: Buffer): Representation {
  const read: Representation["read"] = (range) =>
    Promise.resolve(range ? bytes.subarray(range.offset, range.offset + range.length) : bytes);
  return { etag, length: bytes.length, isGzip: false, acceptsRanges: true, read };
}

async function readSlice(store: BlobStore, slice: Slice, range: ByteRange | undefined, signal?: AbortSignal): Promise<Buffer | Readable> {
  const length = range?.length ?? slice.size;
  if (slice.method === "stored") {
    return length <= SMALL_BYTES ? readStored(store, slice, range, signal) : openInflated(store, slice, range, signal);
  }
  if (slice.size > INFLATED_IN_MEMORY_BYTES) return openInflated(store, slice, range, signal);
  const bytes = await readInflated(store, slice, signal);
  return range ? bytes.subarray(range.offset, range.offset + range.length) : bytes;
}

/** Represents the unpacked bytes of a slice. */
export function ofSlice(store: BlobStore, slice: Slice, etag: string): Representation {
  const acceptsRanges = slice.method === "stored" || slice.size <= RANGED_WHEN_DEFLATED_BYTES;
  return { etag, length: slice.size, isGzip: false, acceptsRanges, read: (range, signal) => readSlice(store, slice, range, signal) };
}

/** Represents a file exactly as it was uploaded, for any Accept-Encoding. */
export function ofFile(store: BlobStore, entry: FileEntry): Representation {
  const etag = `"${identify(entry)}"`;
  return entry.slice && entry.size > 0 ? ofSlice(store, entry.slice, etag) : ofBytes(etag, Buffer.alloc(0));
}
