import { Readable } from "node:stream";
import type { BlobStore } from "@/lib/blobs/store";

export interface OpenBlobStore {
  store: BlobStore;
  close(): Promise<void>;
}

function* chunksOf(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function sourceOf(bytes: Buffer, chunkSize: number): Readable {
  return Readable.from(chunksOf(bytes, chunkSize));
}
