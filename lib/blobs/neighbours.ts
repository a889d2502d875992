import { setImmediate } from "node:timers/promises";
import { isStoreAway } from "../errors";
import { type ComingRun, ReadAhead } from "./read-ahead";
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

/** What a run gave: its bytes, or an error that holds for each of its slices; null when each is to be asked for by itself. */
type RunBytes = Buffer | { error: unknown } | null;

async function settle(reading: Promise<Buffer> | null, signal: AbortSignal): Promise<RunBytes> {
  try {
    return await reading;
  } catch (error) {
    signal.throwIfAborted();
    // Of a disk one place may be broken; the files beside it are as good as ever.
    return error instanceof BlobMissingError || isStoreAway(error) ? { error } : null;
  }
}

/** @throws what is wrong with this slice */
async function readOne(store: BlobStore, slice: Slice, run: Run, bytes: RunBytes, signal: AbortSignal): Promise<Buffer> {
  if (slice.storedSize === 0) return Buffer.alloc(0);
  if (bytes && !Buffer.isBuffer(bytes)) throw bytes.error;
  // One whose header is longer than most may reach beyond the run.
  return (bytes && cutStored(slice, bytes, run.offset)) ?? (await readStored(store, slice, undefined, signal));
}

async function* readRun(store: BlobStore, { run, bytes }: ComingRun, signal: AbortSignal): AsyncGenerator<Neighbour> {
  const settled = await settle(bytes, signal);
  for (const [place, slice] of run.slices.entries()) {
    signal.throwIfAborted();
    const index = run.first + place;
    if (run.isLarge) {
      yield { index, slice, kind: "large" };
      continue;
    }
    const outcome = await readOne(store, slice, run, settled, signal).then(
      (stored) => ({ kind: "read", stored }) as const,
      (error: unknown) => ({ kind: "failed", error }) as const,
    );
    signal.throwIfAborted();
    yield { index, slice, ...outcome };
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
      for await (const neighbour of readRun(store, coming, either)) {
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
