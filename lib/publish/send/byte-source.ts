import type { LocalFile } from "../local-file";

/** Some bytes as tus-js-client sends them: a Blob in a browser, a Uint8Array with this property in a program. */
export interface Chunk {
  readonly size: number;
}

/** Bytes that can be sent from any place on: a file, or many files end to end. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** The bytes from `start` up to before `end`, or the first of them; nothing is read before the request that sends them. */
  slice(start: number, end: number): Chunk | Promise<Chunk>;
  /** False when its files were changed, moved or deleted since they were chosen: sending them fails as a lost network does. */
  isReadable(): Promise<boolean>;
}

/** A file as it is. */
export function fileSource(file: File): ByteSource {
  return { size: file.size, slice: (start, end) => file.slice(start, end), isReadable: () => isReadable(file) };
}

/** Tries to read the first byte. */
export async function isReadable(file: LocalFile): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
