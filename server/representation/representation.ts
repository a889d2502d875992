import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { openInflated, readInflated, readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import type { ByteRange } from "../../lib/http/range";
import type { FileEntry } from "../../lib/trees/data";

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

/** Up to here a file is read into memory: one read and one write, without a stream's machinery. */
export const SMALL_BYTES = 256 * 1024;

/** Up to here a deflated file is inflated in memory. Of the larger ones, all but text get a blob of their own when the import has run to its end. */
const INFLATED_IN_MEMORY_BYTES = 1024 * 1024;

/** Up to here a range of a deflated file is found by inflating what stands before it; a longer way is nobody's to order. */
const RANGED_WHEN_DEFLATED_BYTES = 64 * 1024 * 1024;

/** The bytes by their checksum, so that a map published anew leaves what has not changed in the browsers' caches. */
export function identify({ size, slice }: FileEntry): string {
  if (slice && slice.crc32 === null) {
    const place = `${slice.blobKey}:${slice.offset}:${size}`;
    return createHash("sha256").update(place).digest("base64url").slice(0, 22);
  }
  return `${(slice?.crc32 ?? 0).toString(16).padStart(8, "0")}-${size.toString(16)}`;
}

/** Bytes that are at hand. */
export function ofBytes(etag: string, bytes: Buffer): Representation {
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
export function asItIs(store: BlobStore, slice: Slice, etag: string): Representation {
  const acceptsRanges = slice.method === "stored" || slice.size <= RANGED_WHEN_DEFLATED_BYTES;
  return { etag, length: slice.size, isGzip: false, acceptsRanges, read: (range, signal) => readItself(store, slice, range, signal) };
}

/** A file just as it was uploaded, whoever asks. */
export function ownBytes(store: BlobStore, file: FileEntry): Representation {
  const etag = `"${identify(file)}"`;
  return file.slice && file.size > 0 ? asItIs(store, file.slice, etag) : ofBytes(etag, Buffer.alloc(0));
}
