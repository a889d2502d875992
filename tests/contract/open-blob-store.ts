import { Readable } from "node:stream";
import type { BlobStore } from "@/lib/blobs/store";

/** A driver under test and its cleanup. */
export interface OpenBlobStore {
  store: BlobStore;
  close(): Promise<void>;
}

function* chunksOf(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Returns a stream of the bytes in chunks. */
export function sourceOf(bytes: Buffer, chunkSize: number): Readable {
  return Readable.from(chunksOf(bytes, chunkSize));
}
