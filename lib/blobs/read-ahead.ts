import { planRuns, type Run } from "./runs";
import type { Slice } from "./slice";
import type { BlobStore } from "./store";

/** Of one reader, in reads of full length: one that is worked on, and those under way. */
const READS_KEPT = 3;
/** Short ones may be more: what is far away answers many at once in the time of one. */
const MOST_READS = 16;
/** Of all readers of the process, besides the one run that each of them needs next. */
const ALL_AHEAD_BYTES = 128 * 1024 * 1024;
/** What a slice takes in memory, about, whatever its bytes do. */
const SLICE_BYTES = 256;

let aheadOfAll = 0;

/** A run that is on its way, or there. */
export interface ComingRun {
  run: Run;
  /** Of the whole run; null of one that nothing is read of. Somebody hears of its failure, so it counts as handled. */
  bytes: Promise<Buffer> | null;
}

interface Kept extends ComingRun {
  cost: number;
  /** Whether it counts among those of all. */
  isAhead: boolean;
}

/** Reads the runs of slices in order, the next ones on their way while one is worked on, in bounded memory. */
export class ReadAhead {
  private readonly runs: Iterator<Run, void>;
  private planned: Run | null = null;
  private readonly coming: Kept[] = [];
  private current: Kept | null = null;
  private cost = 0;

  constructor(
    private readonly store: BlobStore,
    slices: Iterable<Slice>,
    private readonly signal: AbortSignal,
  ) {
    this.runs = planRuns(slices, store.readSizes);
  }

  /** The next run; the one before is let go of. @returns null behind the last one */
  next(): ComingRun | null {
    this.letGo(this.current);
    this.current = null;
    this.begin();
    this.current = this.coming.shift() ?? null;
    return this.current;
  }

  /** Waits until nothing is under way any more; to have it soon, the signal is to be aborted before. */
  async close(): Promise<void> {
    await Promise.allSettled(this.coming.map(({ bytes }) => bytes));
    for (const kept of [this.current, ...this.coming.splice(0)]) this.letGo(kept);
    this.current = null;
  }

  private begin(): void {
    while (this.coming.length < MOST_READS) {
      this.planned ??= this.runs.next().value ?? null;
      const run = this.planned;
      if (run === null) return;
      const cost = Math.max(run.length, run.slices.length * SLICE_BYTES);
      const isAhead = this.coming.length > 0;
      if (isAhead && (this.cost + cost > READS_KEPT * this.store.readSizes.atOnce || aheadOfAll + cost > ALL_AHEAD_BYTES)) return;
      this.planned = null;
      this.cost += cost;
      if (isAhead) aheadOfAll += cost;
      const bytes = run.length > 0 ? this.store.readBytes(run.blobKey, { offset: run.offset, length: run.length }, this.signal) : null;
      // Whoever takes it sees the error; until then it must not count as unhandled.
      bytes?.catch(() => undefined);
      this.coming.push({ run, bytes, cost, isAhead });
    }
  }

  private letGo(kept: Kept | null): void {
    if (!kept) return;
    this.cost -= kept.cost;
    if (kept.isAhead) aheadOfAll -= kept.cost;
  }
}
