import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { checkDeflated, checkStored, inflated } from "../../archives/inflate-entry";
import { ChunkBuffer } from "../../blobs/chunk-buffer";
import { readCoalesced, type SliceRead } from "../../blobs/coalesced-reads";
import { openStored, type Slice } from "../../blobs/slice";
import { BlobMissingError, type BlobStore } from "../../blobs/store";
import { isStoreUnavailable } from "../../errors";
import { logger } from "../../logging/logger";
import type { MovedSlice } from "../../trees/slices/blob-slices";

const IN_MEMORY_BYTES = 1024 * 1024;

/** Returns whether the bytes match number, size and checksum of the slice, as far as they are known. */
async function isSound(stored: AsyncIterable<Buffer>, { method, storedSize, size, crc32: expected }: Slice): Promise<boolean> {
  // Some writers declare deflate for an empty file and write nothing.
  const plain = method === "deflated" && storedSize > 0 ? inflated(stored, storedSize) : stored;
  let length = 0;
  let sum = 0;
  for await (const chunk of plain) {
    length += chunk.length;
    if (length > size) return false;
    if (expected !== null) sum = crc32(chunk, sum);
  }
  return length === size && (expected === null || sum === expected);
}

function isSoundInMemory(bytes: Buffer, slice: Slice): boolean | Promise<boolean> {
  const { method, size, crc32: expected } = slice;
  if (expected === null || size > IN_MEMORY_BYTES) return isSound(Readable.from([bytes]), slice);
  const promised = { ...slice, crc32: expected };
  return (method === "deflated" ? checkDeflated(bytes, promised) : checkStored(bytes, promised)) === null;
}

/** Copies slices of a blob, end to end, as the bytes of another blob. */
export class SliceCopy {
  readonly moved: MovedSlice[] = [];
  readonly damaged: Slice[] = [];
  private position = 0;
  private readonly pieces = new ChunkBuffer();

  constructor(
    private readonly store: BlobStore,
    private readonly slices: readonly Slice[],
    private readonly signal: AbortSignal,
  ) {}

  /** Yields the bytes of the sound slices. @throws BlobMissingError, StoreUnavailableError, and the signal's reason */
  async *bytes(): AsyncGenerator<Buffer, void, undefined> {
    for await (const found of readCoalesced(this.store, this.slices, this.signal)) {
      const { slice } = found;
      const target = this.position;
      let isRight: boolean;
      try {
        isRight = yield* found.kind === "large" ? this.large(slice) : this.small(found);
      } catch (error) {
        if (this.signal.aborted || error instanceof BlobMissingError || isStoreUnavailable(error)) throw error;
        logger.warn({ err: error, blob: slice.blobKey, offset: slice.offset }, "slice cannot be read");
        isRight = false;
      }
      if (isRight) this.moved.push({ slice, target });
      else this.damaged.push(slice);
    }
    const last = this.pieces.take();
    if (last) yield last;
  }

  private async *small(found: Exclude<SliceRead, { kind: "large" }>): AsyncGenerator<Buffer, boolean, undefined> {
    if (found.kind === "failed") throw found.error;
    const { slice, stored } = found;
    if (!(await isSoundInMemory(stored, slice))) return false;
    this.position += stored.length;
    const full = this.pieces.add(stored);
    if (full) yield full;
    return true;
  }

  /** Passes bytes on before they are checked. Nothing refers to damaged ones in the new blob. */
  private async *large(slice: Slice): AsyncGenerator<Buffer, boolean, undefined> {
    const before = this.pieces.take();
    if (before) yield before;
    const copy = new PassThrough({ highWaterMark: IN_MEMORY_BYTES });
    copy.on("error", () => undefined);
    const verdict = isSound(copy, slice).catch(() => false);
    try {
      for await (const chunk of (await openStored(this.store, slice, this.signal)) as AsyncIterable<Buffer>) {
        this.position += chunk.length;
        yield chunk;
        if (!copy.destroyed && !copy.write(chunk)) await Promise.race([once(copy, "drain").catch(() => undefined), verdict]);
      }
      copy.end();
      return await verdict;
    } finally {
      copy.destroy();
    }
  }
}
