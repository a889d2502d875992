import { constants, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readStored, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";

/** RFC 1952: magic, deflate, no flags, no time, no hints, unknown system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** What ends a gzip member: checksum and size of the inflated bytes, the size modulo 2^32. */
export function gzipTrailer(crc32: number, size: number): Buffer {
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc32, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return trailer;
}

/** As many deflated bytes surely inflate to a few, since their tables alone take up to 300. */
const HEAD_BYTES = 512;

/** Blobs never change. */
const verdicts = new LRUCache<string, boolean>({ max: 100_000 });

function beginsAsGzip(bytes: Buffer): boolean {
  // Magic and method, and none of the flags that no version of the format has.
  return bytes.length >= 4 && bytes.readUIntBE(0, 3) === 0x1f8b08 && bytes.readUInt8(3) < 0x20;
}

function inflateHead(deflated: Buffer): Buffer {
  try {
    return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // Damaged: whoever reads it whole will say so.
    return Buffer.alloc(0);
  }
}

/** True when the file that a slice holds is itself a gzip file, by its first bytes. */
export async function isGzipped(store: BlobStore, slice: Slice): Promise<boolean> {
  const key = `${slice.blobKey}:${slice.offset}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const head = await readStored(store, slice, { offset: 0, length: Math.min(HEAD_BYTES, slice.storedSize) });
  const verdict = beginsAsGzip(slice.method === "deflated" ? inflateHead(head) : head);
  verdicts.set(key, verdict);
  return verdict;
}
