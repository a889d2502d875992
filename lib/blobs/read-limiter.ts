import { StoreUnavailableError } from "./store";

/** After this wait a reader fails as if the store were unavailable. Milliseconds. */
const LONGEST_WAIT_MS = 30_000;

export interface ReadSlot {
  /** Marks the slot as idle between two reads. Until {@link resume}, the limiter may take it back by calling `evict`. */
  rest(evict: () => void): void;
  /** Marks the slot as in use. @returns false when it was taken back meanwhile */
  resume(): boolean;
  release(): void;
}

interface Holding {
  since: number | null;
  evict: (() => void) | null;
  isOver: boolean;
}

/** Limits the connections of readers. An idle slot goes to a waiting reader; the slow reader opens another connection later. */
export class ReadLimiter {
  private taken = 0;
  private readonly waiting = new Set<() => void>();
  /** Longest idle first. */
  private readonly idle = new Set<Holding>();
  private timer: NodeJS.Timeout | undefined;

  /** @param limit connections at once @param keptMs how long a holder keeps its slot although others wait */
  constructor(
    private readonly limit: number,
    private readonly keptMs: number,
  ) {}

  /** Waits for a slot; first come, first served. @throws StoreUnavailableError after 30 seconds, or the signal's reason */
  async acquire(signal: AbortSignal): Promise<ReadSlot> {
    signal.throwIfAborted();
    if (this.taken < this.limit) this.taken += 1;
    else await this.wait(signal);
    const holding: Holding = { since: null, evict: null, isOver: false };
    return {
      rest: (evict) => {
        if (holding.isOver) return;
        holding.evict = evict;
        holding.since ??= performance.now();
        this.idle.add(holding);
        if (this.waiting.size > 0) this.reclaim();
      },
      resume: () => {
        this.idle.delete(holding);
        holding.evict = null;
        return !holding.isOver;
      },
      release: () => this.end(holding),
    };
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (run: () => void) => () => {
        this.waiting.delete(grant);
        clearTimeout(limit);
        signal.removeEventListener("abort", abort);
        run();
      };
      const grant = settle(resolve);
      const abort = settle(() => reject(signal.reason));
      const fail = settle(() => reject(new StoreUnavailableError("Every connection to the object store is in use.", null)));
      const limit = setTimeout(fail, LONGEST_WAIT_MS);
      signal.addEventListener("abort", abort, { once: true });
      this.waiting.add(grant);
      this.reclaim();
    });
  }

  private end(holding: Holding): void {
    if (holding.isOver) return;
    holding.isOver = true;
    this.idle.delete(holding);
    const [next] = this.waiting;
    if (next) next();
    else this.taken -= 1;
  }

  /** Takes back idle slots for waiting readers, and looks again later while any wait. */
  private reclaim(): void {
    const now = performance.now();
    for (const holding of this.idle) {
      if (this.waiting.size === 0) break;
      if (now - (holding.since ?? now) < this.keptMs) continue;
      const { evict } = holding;
      this.end(holding);
      evict?.();
    }
    if (this.waiting.size === 0 || this.idle.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.reclaim();
    }, this.keptMs);
  }
}
