import type { LocalFile } from "../local-file";

/** A Blob in a browser, a Uint8Array with a size in a program. */
export interface Chunk {
  readonly size: number;
}

export interface ByteSource {
  readonly size: number;
  /** May return fewer bytes, from `start` on. Nothing is read before the request that sends them. */
  slice(start: number, end: number): Chunk | Promise<Chunk>;
  /** False when a file was changed, moved or deleted: sending it fails like a lost network. */
  isReadable(): Promise<boolean>;
}

export function fileSource(file: File): ByteSource {
  return { size: file.size, slice: (start, end) => file.slice(start, end), isReadable: () => isReadable(file) };
}

export async function isReadable(file: LocalFile): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
