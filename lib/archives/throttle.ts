import { setTimeout } from "node:timers/promises";

/** Longest stretch of work without a pause, in milliseconds. */
const WORK_MS = 10;

/** Milliseconds of pause per millisecond of work. At 1, background work takes at most half of a processor and of the disk. */
const PAUSE_SHARE = 1;

/** Slows long background work down, so that requests of users are answered meanwhile. */
export class Throttle {
  private workSince = performance.now();

  /** Pauses if enough work was done since the last pause. Call it often: most calls return at once. */
  async pause(): Promise<void> {
    const worked = performance.now() - this.workSince;
    if (worked < WORK_MS) return;
    await setTimeout(worked * PAUSE_SHARE);
    this.workSince = performance.now();
  }
}
