import { constants, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";

/** The gzip header of RFC 1952: magic number, deflate, no flags, no time, no hints, unknown system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Returns the end of a gzip member: checksum and size of the inflated bytes, the size modulo 2^32. */
export function gzipTrailer(crc32: number, size: number): Buffer {
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc32, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return trailer;
}

/** This many deflated bytes inflate to at least a few, since the tables before them take up to 300 bytes. */
const HEAD_BYTES = 512;

/** Cached without expiry, since blobs never change. */
const knownSlices = new LRUCache<string, boolean>({ max: 100_000 });

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
export async function isGzipped(store: BlobStore, slice: Slice): Promise<boolean> {
  const key = `${slice.blobKey}:${slice.offset}`;
  const known = knownSlices.get(key);
  if (known !== undefined) return known;
  const head = await readStored(store, slice, { offset: 0, length: Math.min(HEAD_BYTES, slice.storedSize) });
  const result = startsLikeGzip(slice.method === "deflated" ? inflateHead(head) : head);
  knownSlices.set(key, result);
  return result;
}
