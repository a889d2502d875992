import { type LockKey, STALE_MS } from "../../lib/uploads/locks";
import { lockLost } from "../../lib/uploads/receiving";

/**
 * A holder that has not heard from the database for so long stops by itself, well before anybody else can take over: both
 * clocks run at about the same speed, and what was just begun gets the difference to end.
 */
export const HELD_MS = STALE_MS - 2_000;

/** The right to work on one upload, as the process sees it that has it. */
export class Lease {
  private readonly lost = new AbortController();
  private work: Promise<unknown> = Promise.resolve();
  /** By this process's own clock, which also runs while the process is paused. */
  private provenUntil: number;

  /**
   * @param askedAt `performance.now()` before the database was asked for it
   * @param requestRelease asks the request that works under it to come to an end
   */
  constructor(
    readonly lock: LockKey,
    askedAt: number,
    readonly requestRelease: () => void,
  ) {
    this.provenUntil = askedAt + HELD_MS;
  }

  /** Aborts when the lease is lost: what is under way is to stop where it is. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** The database has it renewed. @param askedAt `performance.now()` before it was asked */
  renewed(askedAt: number): void {
    this.provenUntil = Math.max(this.provenUntil, askedAt + HELD_MS);
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
    if (performance.now() >= this.provenUntil) this.lose();
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
