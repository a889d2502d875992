import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { readCoalesced, type SliceRead } from "../../lib/blobs/coalesced-reads";
import type { Slice } from "../../lib/blobs/slice";
import { type BlobKey, BlobMissingError, type BlobStore, type ByteSlice, newBlobKey } from "../../lib/blobs/store";

/** An in-memory blob store that records its reads. */
export class MemoryStore implements Pick<BlobStore, "read" | "readBytes" | "readSizes"> {
  readonly readSizes = { atOnce: 4 * 1024 * 1024, gap: 256 * 1024 };
  readonly blobs = new Map<BlobKey, Buffer>();
  readonly asked: (ByteSlice & { key: BlobKey })[] = [];
  underWay = 0;
  /** Throws for reads that are to fail. */
  fail: (key: BlobKey, slice: ByteSlice) => void = () => undefined;

  put(bytes: Buffer): BlobKey {
    const key = newBlobKey();
    this.blobs.set(key, bytes);
    return key;
  }

  async read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable> {
    return Readable.from([await this.readBytes(key, slice, signal)]);
  }

  async readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    this.asked.push({ key, ...slice });
    this.underWay += 1;
    try {
      await setImmediate();
      signal?.throwIfAborted();
      this.fail(key, slice);
      const bytes = this.blobs.get(key);
      if (!bytes) throw new BlobMissingError(key);
      return bytes.subarray(slice.offset, slice.offset + slice.length);
    } finally {
      this.underWay -= 1;
    }
  }
}

export const asStore = (store: MemoryStore) => store as unknown as BlobStore;

export function sliceAt(blobKey: BlobKey, offset: number, storedSize: number): Slice {
  return { blobKey, offset, hasLocalHeader: false, storedSize, size: storedSize, method: "stored", crc32: null };
}

/** Builds a local file header (APPNOTE 4.3.7) with a name and an extra field of the given lengths. */
export function localHeader({ nameBytes = 5, extraBytes = 0, method = 0 } = {}): Buffer {
  const header = Buffer.alloc(30 + nameBytes + extraBytes, "n");
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(nameBytes, 26);
  header.writeUInt16LE(extraBytes, 28);
  return header;
}

/** Reads all slices and checks that the results are in input order. */
export async function readAll(store: MemoryStore, slices: Iterable<Slice>): Promise<SliceRead[]> {
  const found: SliceRead[] = [];
  for await (const read of readCoalesced(asStore(store), slices)) found.push(read);
  if (store.underWay > 0) throw new Error(`${store.underWay} reads are still under way.`);
  if (found.some(({ index }, place) => index !== place)) throw new Error("The results are not in input order.");
  return found;
}

/** Returns the bytes of a slice as text, or its error. */
export function tell(found: SliceRead): string {
  if (found.kind === "read") return found.stored.toString("latin1");
  return found.kind === "failed" ? String(found.error) : "large";
}
