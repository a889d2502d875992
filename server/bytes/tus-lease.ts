import { type LockKey, STALE_MS } from "../../lib/imports/uploads/locks";
import { lockLost } from "../../lib/uploads/receiving";

/**
 * A holder that has not heard from the database for so long stops by itself, well before anybody else can take over: both
 * clocks run at about the same speed, and what was just begun gets the difference to end.
 */
export const HELD_MS = STALE_MS - 2_000;

/**
 * A moment by both clocks of this process: that which nobody sets stands still while the machine is suspended or moved elsewhere,
 * and that of the day may be set back.
 */
export interface Moment {
  steady: number;
  day: number;
}

export function presentMoment(): Moment {
  return { steady: performance.now(), day: Date.now() };
}

/** Milliseconds that have passed, by the clock that says more. */
function passedSince({ steady, day }: Moment): number {
  return Math.max(performance.now() - steady, Date.now() - day);
}

/** The right to work on one upload, as the process sees it that has it. */
export class Lease {
  private readonly lost = new AbortController();
  private work: Promise<unknown> = Promise.resolve();
  /** When the database was last asked for it that has said yes. By this process's own clocks, which also run while it is paused. */
  private provenAt: Moment;

  /**
   * @param askedAt before the database was asked for it
   * @param requestRelease asks the request that works under it to come to an end
   */
  constructor(
    readonly lock: LockKey,
    askedAt: Moment,
    readonly requestRelease: () => void,
  ) {
    this.provenAt = askedAt;
  }

  /** Aborts when the lease is lost: what is under way is to stop where it is. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** The database has it renewed. @param askedAt before it was asked */
  renewed(askedAt: Moment): void {
    if (askedAt.steady > this.provenAt.steady) this.provenAt = askedAt;
  }

  /** What is lost stays lost, also when nobody else has wanted it. */
  lose(): void {
    if (!this.lost.signal.aborted) this.lost.abort(lockLost());
  }

  /**
   * True as long as nobody else can have it. Asked before each thing that cannot be taken back, since a process that was paused
   * goes on in the middle of a line, before any timer.
   */
  isHeld(): boolean {
    if (passedSince(this.provenAt) >= HELD_MS) this.lose();
    return !this.lost.signal.aborted;
  }

  /** Does work that the lease is given back after, and not before: when its body breaks off, the tus server does not wait for it. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.work = working.catch(() => undefined);
    return working;
  }

  /** Resolves when no work is under way. */
  async idle(): Promise<void> {
    await this.work;
  }

  /** @throws AppError 423 when it is lost */
  check(): void {
    if (!this.isHeld()) throw lockLost();
  }
}
