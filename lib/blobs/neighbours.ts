import { setImmediate } from "node:timers/promises";
import { isStoreAway } from "../errors";
import { ReadAhead } from "./read-ahead";
import type { Run } from "./runs";
import { cutStored, readStored, type Slice } from "./slice";
import { BlobMissingError, type BlobStore } from "./store";

/** Whoever works on bytes that are there already lets the rest of the process wait no longer. Milliseconds. */
const WORK_MS = 10;

/** What became of a slice. */
export type Neighbour = {
  /** Where it stands among those that were given. */
  index: number;
  slice: Slice;
} & (
  | {
      kind: "read";
      /** As they stand, a deflated one still deflated. A cut of a larger buffer: whoever keeps them longer copies them. */
      stored: Buffer;
    }
  /** Over LARGE_SLICE_BYTES: to be streamed by whoever wants it. */
  | { kind: "large" }
  /** With what readStored of this slice alone would have thrown. */
  | { kind: "failed"; error: unknown }
);

/** The bytes of a run. @returns an error that holds for each of its slices, or null when each is to be asked for by itself */
async function settle(reading: Promise<Buffer> | null, signal: AbortSignal): Promise<Buffer | { error: unknown } | null> {
  try {
    return (await reading) ?? Buffer.alloc(0);
  } catch (error) {
    signal.throwIfAborted();
    // Of a disk one place may be broken; the files beside it are as good as ever.
    return error instanceof BlobMissingError || isStoreAway(error) ? { error } : null;
  }
}

async function* readRun(store: BlobStore, run: Run, reading: Promise<Buffer> | null, signal: AbortSignal): AsyncGenerator<Neighbour> {
  const { first, slices, offset, isLarge } = run;
  const bytes = await settle(reading, signal);
  for (const [place, slice] of slices.entries()) {
    signal.throwIfAborted();
    const index = first + place;
    if (isLarge) yield { index, slice, kind: "large" };
    else if (bytes && !Buffer.isBuffer(bytes)) yield { index, slice, kind: "failed", error: bytes.error };
    else {
      let stored: Buffer;
      try {
        // One whose header is longer than most may reach beyond the run.
        stored = (bytes && cutStored(slice, bytes, offset)) ?? (await readStored(store, slice, undefined, signal));
      } catch (error) {
        signal.throwIfAborted();
        yield { index, slice, kind: "failed", error };
        continue;
      }
      yield { index, slice, kind: "read", stored };
    }
  }
}

/**
 * Reads many slices into memory, in the given order, which should be that of their bytes: those that lie side by side share a
 * read, and the next reads are under way while somebody works on what has come. However slowly that goes, a reader keeps no more
 * than three reads of full length (12 MiB of S3, 3 MiB of a disk) in memory.
 * @throws the signal's reason. What is wrong with a slice is told with it, and says nothing of the others.
 */
export async function* readNeighbours(
  store: BlobStore,
  slices: Iterable<Slice>,
  signal?: AbortSignal,
): AsyncGenerator<Neighbour, void, undefined> {
  signal?.throwIfAborted();
  const stopping = new AbortController();
  const either = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const ahead = new ReadAhead(store, slices, either);
  let since = performance.now();
  try {
    for (let coming = ahead.next(); coming; coming = ahead.next()) {
      for await (const neighbour of readRun(store, coming.run, coming.bytes, either)) {
        yield neighbour;
        if (performance.now() - since < WORK_MS) continue;
        await setImmediate();
        since = performance.now();
      }
    }
  } finally {
    stopping.abort();
    await ahead.close();
  }
}
