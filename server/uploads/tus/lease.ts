import { STALE_MS } from "../../../lib/imports/uploads/locks";
import { lockLost } from "../../../lib/imports/uploads/receiving";

/** Without a renewal for this long a holder stops writing. The two seconds left are for requests on the way. Milliseconds. */
export const HELD_MS = STALE_MS - 2_000;

/** A time on two clocks: the steady one stops during suspension, and the wall clock may be set back. Milliseconds. */
export interface Moment {
  steady: number;
  wall: number;
}

export function presentMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** Proves, without asking the database, that no other process can hold the same upload lock. */
export class Lease {
  private readonly lost = new AbortController();
  private confirmedAt: Moment;

  /** @param askedAt when the query that took the lock was sent */
  constructor(askedAt: Moment) {
    this.confirmedAt = askedAt;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Records that the database renewed the lease. @param askedAt when the query was sent */
  renewed(askedAt: Moment): void {
    this.confirmedAt = askedAt;
  }

  lose(): void {
    if (!this.lost.signal.aborted) this.lost.abort(lockLost());
  }

  /** Returns whether the lease still holds. Check before each write: a paused process resumes before any of its timers runs. */
  isHeld(): boolean {
    const { steady, wall } = this.confirmedAt;
    if (Math.max(performance.now() - steady, Date.now() - wall) >= HELD_MS) this.lose();
    return !this.lost.signal.aborted;
  }

  check(): void {
    if (!this.isHeld()) throw this.signal.reason;
  }
}
