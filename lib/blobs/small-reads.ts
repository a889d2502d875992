import { LRUCache } from "lru-cache";
import type { BlobStore } from "./store";

/** Larger reads are left to the system's own cache, and to the store. */
export const SMALL_READ_BYTES = 64 * 1024;

/** What an entry takes besides its bytes: key, buffer and list node. */
const ENTRY_BYTES = 512;

const REMEMBERED_MISSES = 4_000;

/** Keeps small reads of blobs in memory. They stay valid, because blobs never change. */
export class SmallReads {
  private readonly kept: LRUCache<string, Buffer>;
  private readonly missed = new LRUCache<string, true>({ max: REMEMBERED_MISSES });
  private readonly underWay = new Map<string, Promise<Buffer>>();

  /** @param bytes that all kept reads may take together */
  constructor(bytes: number) {
    this.kept = new LRUCache<string, Buffer>({ maxSize: bytes, sizeCalculation: ({ length }) => length + ENTRY_BYTES });
  }

  get(key: string): Buffer | undefined {
    return this.kept.get(key);
  }

  /** Reads once for concurrent calls with one key, and keeps what is small. */
  read(key: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.kept.get(key);
    if (kept) return Promise.resolve(kept);
    let reading = this.underWay.get(key);
    if (!reading) {
      reading = load()
        .then((bytes) => {
          if (bytes.length <= SMALL_READ_BYTES && this.isAskedAgain(key)) this.kept.set(key, bytes);
          return bytes;
        })
        .finally(() => this.underWay.delete(key));
      this.underWay.set(key, reading);
    }
    return reading;
  }

  /** A read is kept the second time, so that a visitor who sees every tile once does not evict those that many see. */
  private isAskedAgain(key: string): boolean {
    const isKnown = this.missed.delete(key);
    if (!isKnown) this.missed.set(key, true);
    return isKnown;
  }

  /** Returns a store that reads small slices through this cache. Such a read is not aborted, because others may wait for it. */
  inFrontOf(store: BlobStore): BlobStore {
    const readBytes: BlobStore["readBytes"] = (key, slice, signal) => {
      if (slice.length > SMALL_READ_BYTES) return store.readBytes(key, slice, signal);
      return this.read(`${key}:${slice.offset}:${slice.length}`, () => store.readBytes(key, slice));
    };
    return Object.assign(Object.create(store) as BlobStore, { readBytes });
  }
}
