import { buffer } from "node:stream/consumers";
import { openInflated, SliceDamagedError } from "../../blobs/slice";
import type { BlobStore } from "../../blobs/store";
import { errorCode } from "../../errors";
import type { FileEntry } from "../../trees/data";
import { type DataFile, DataRefusedError } from "../formats/data-file";

const isDamage = (error: unknown) => error instanceof SliceDamagedError || errorCode(error).startsWith("Z_");

/** Returns a file of a tree as one that can be described. Its reads throw DataRefusedError for damaged bytes. */
export function openDataFile(
  store: BlobStore,
  path: string,
  { size, slice }: Pick<FileEntry, "size" | "slice">,
  signal: AbortSignal,
): DataFile {
  async function read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(size, offset + length);
    if (slice === null || offset >= end) return new Uint8Array();
    try {
      return await buffer(await openInflated(store, slice, { offset, length: end - offset }, signal));
    } catch (error) {
      if (isDamage(error)) throw new DataRefusedError(`“${path}” is damaged in the archive. Make the archive again, and upload it.`);
      throw error;
    }
  }
  return { path, size, read };
}
