import { setImmediate } from "node:timers/promises";
import { isStoreUnavailable } from "../errors";
import { groupAdjacent, type SliceGroup } from "./adjacent-slices";
import { cutStored, readStored, type Slice } from "./slice";
import { BlobMissingError, type BlobStore } from "./store";

/** A consumer yields to the rest of the process after working this long on bytes that are already in memory. Milliseconds. */
const WORK_MS = 10;
const FULL_READS = 3;
const MOST_READS = 16;
/** Bytes that all readers of the process may read ahead, in addition to the read that each needs next. */
const MOST_AHEAD_BYTES = 128 * 1024 * 1024;
const SLICE_BYTES = 256;

export type SliceRead = {
  index: number;
  slice: Slice;
} & (
  | {
      kind: "read";
      /** The bytes as stored, possibly deflated. Part of a larger buffer: copy them to keep them longer. */
      stored: Buffer;
    }
  /** Larger than LARGE_SLICE_BYTES: not read, to be streamed. */
  | { kind: "large" }
  /** The error that readStored would throw for this slice alone. */
  | { kind: "failed"; error: unknown }
);

interface PendingRead {
  group: SliceGroup;
  bytes: Promise<Buffer> | null;
  cost: number;
  isAhead: boolean;
}

let aheadOfAll = 0;

/** Starts the reads of one reader in order, and limits the memory that they take. */
class ReadAhead {
  private readonly groups: Iterator<SliceGroup, void>;
  private planned: SliceGroup | null = null;
  private readonly pending: PendingRead[] = [];
  private current: PendingRead | null = null;
  private cost = 0;

  constructor(
    private readonly store: BlobStore,
    slices: Iterable<Slice>,
    private readonly signal: AbortSignal,
  ) {
    this.groups = groupAdjacent(slices, store.readSizes);
  }

  /** Returns the next read and frees the one before, or null after the last one. */
  next(): PendingRead | null {
    this.free(this.current);
    this.start();
    this.current = this.pending.shift() ?? null;
    return this.current;
  }

  /** Waits until no read is on the way. */
  async close(): Promise<void> {
    await Promise.allSettled(this.pending.map(({ bytes }) => bytes));
    for (const read of [this.current, ...this.pending.splice(0)]) this.free(read);
    this.current = null;
  }

  private start(): void {
    while (this.pending.length < MOST_READS) {
      this.planned ??= this.groups.next().value ?? null;
      const group = this.planned;
      if (group === null) return;
      const cost = Math.max(group.length, group.slices.length * SLICE_BYTES);
      const isAhead = this.pending.length > 0;
      const isTooMuch = this.cost + cost > FULL_READS * this.store.readSizes.atOnce || aheadOfAll + cost > MOST_AHEAD_BYTES;
      if (isAhead && isTooMuch) return;
      this.planned = null;
      this.cost += cost;
      if (isAhead) aheadOfAll += cost;
      const { blobKey, offset, length } = group;
      const bytes = length > 0 ? this.store.readBytes(blobKey, { offset, length }, this.signal) : null;
      bytes?.catch(() => undefined);
      this.pending.push({ group, bytes, cost, isAhead });
    }
  }

  private free(read: PendingRead | null): void {
    if (!read) return;
    this.cost -= read.cost;
    if (read.isAhead) aheadOfAll -= read.cost;
  }
}

type GroupBytes = Buffer | { error: unknown } | null;

async function settle(bytes: Promise<Buffer> | null, signal: AbortSignal): Promise<GroupBytes> {
  try {
    return await bytes;
  } catch (error) {
    signal.throwIfAborted();
    // One broken sector of a disk does not affect adjacent slices.
    return error instanceof BlobMissingError || isStoreUnavailable(error) ? { error } : null;
  }
}

async function readOne(store: BlobStore, slice: Slice, group: SliceGroup, bytes: GroupBytes, signal: AbortSignal): Promise<Buffer> {
  if (slice.storedSize === 0) return Buffer.alloc(0);
  if (bytes && !Buffer.isBuffer(bytes)) throw bytes.error;
  // A slice with an unusually long local header may reach beyond the read.
  return (bytes && cutStored(slice, bytes, group.offset)) ?? (await readStored(store, slice, undefined, signal));
}

async function* readGroup(store: BlobStore, { group, bytes }: PendingRead, signal: AbortSignal): AsyncGenerator<SliceRead> {
  const settled = await settle(bytes, signal);
  for (const [position, slice] of group.slices.entries()) {
    signal.throwIfAborted();
    const index = group.first + position;
    if (group.isLarge) {
      yield { index, slice, kind: "large" };
      continue;
    }
    const outcome = await readOne(store, slice, group, settled, signal).then(
      (stored) => ({ kind: "read", stored }) as const,
      (error: unknown) => ({ kind: "failed", error }) as const,
    );
    signal.throwIfAborted();
    yield { index, slice, ...outcome };
  }
}

/** Reads many slices into memory, in order, with at most three full-length reads per reader. Errors of slices are part of the outcome. */
export async function* readCoalesced(
  store: BlobStore,
  slices: Iterable<Slice>,
  signal?: AbortSignal,
): AsyncGenerator<SliceRead, void, undefined> {
  signal?.throwIfAborted();
  const stopping = new AbortController();
  const either = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const ahead = new ReadAhead(store, slices, either);
  let since = performance.now();
  try {
    for (let read = ahead.next(); read; read = ahead.next()) {
      for await (const outcome of readGroup(store, read, either)) {
        yield outcome;
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
