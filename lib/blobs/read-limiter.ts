import { StoreAwayError } from "./store";

/** Whoever waits longer is told that the store is away, rather than kept. Milliseconds. */
const LONGEST_WAIT_MS = 30_000;

/** The right to hold one connection for reading. */
export interface Slot {
  /** Called while nothing is being read: from now on it may be taken away, by calling `giveUp`. */
  rest(giveUp: () => void): void;
  /** Called before reading on. @returns false when it was taken away meanwhile */
  resume(): boolean;
  /** Gives it back; more than once does no harm. */
  release(): void;
}

interface Holding {
  /** When its first bytes had come: until then it has had nothing of it. */
  since: number | null;
  /** Set while it rests. */
  giveUp: (() => void) | null;
  isOver: boolean;
}

/**
 * So many readers hold a connection at once. A reader whose own reader is slow holds it without using it, perhaps for hours: after
 * a while it is taken away for whoever waits, and the slow one opens another when it reads on. So nobody waits for the slow.
 */
export class ReadSlots {
  private taken = 0;
  private readonly waiting = new Set<() => void>();
  /** Those who rest, the longest first. */
  private readonly resting = new Set<Holding>();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param atOnce how many there are
   * @param keptMs so long a slot is its holder's, whoever waits
   */
  constructor(
    private readonly atOnce: number,
    private readonly keptMs: number,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {}

  /** Waits for a slot; first come, first served. @throws StoreAwayError after a while, and the signal's reason */
  async take(signal: AbortSignal): Promise<Slot> {
    signal.throwIfAborted();
    if (this.taken < this.atOnce) this.taken += 1;
    else await this.wait(signal);
    return this.lend();
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(grant);
        clearTimeout(limit);
        signal.removeEventListener("abort", abort);
      };
      const grant = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const limit = setTimeout(() => {
        leave();
        reject(new StoreAwayError("Every connection to the object store is in use.", null));
      }, this.longestWaitMs);
      signal.addEventListener("abort", abort, { once: true });
      this.waiting.add(grant);
      this.reclaim();
    });
  }

  private lend(): Slot {
    const holding: Holding = { since: null, giveUp: null, isOver: false };
    return {
      rest: (giveUp) => {
        if (holding.isOver) return;
        holding.giveUp = giveUp;
        holding.since ??= performance.now();
        this.resting.add(holding);
        if (this.waiting.size > 0) this.reclaim();
      },
      resume: () => {
        this.resting.delete(holding);
        holding.giveUp = null;
        return !holding.isOver;
      },
      release: () => this.end(holding),
    };
  }

  /** Hands the slot over to who has waited longest: it is not free in between. */
  private end(holding: Holding): void {
    if (holding.isOver) return;
    holding.isOver = true;
    this.resting.delete(holding);
    const [next] = this.waiting;
    if (next) next();
    else this.taken -= 1;
  }

  /** Takes slots from those who rest and have had theirs for long enough; looks again later while somebody waits. */
  private reclaim(): void {
    const now = performance.now();
    for (const holding of this.resting) {
      if (this.waiting.size === 0) break;
      if (now - (holding.since ?? now) < this.keptMs) continue;
      const { giveUp } = holding;
      this.end(holding);
      giveUp?.();
    }
    if (this.waiting.size === 0 || this.resting.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.reclaim();
    }, this.keptMs);
  }
}
