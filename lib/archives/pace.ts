import { setTimeout } from "node:timers/promises";

/** Other work of the process waits no longer than this. */
const WORK_MS = 10;

/** Rest for every millisecond of work. At 1, half of a processor and half of the disk are left to whoever looks at a map. */
const REST_SHARE = 1;

/** Keeps long background work from taking everything: it works for a moment, then rests for one. */
export class Pace {
  private workSince = performance.now();

  /** To be called often: most calls return at once. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.workSince;
    if (worked < WORK_MS) return;
    await setTimeout(worked * REST_SHARE);
    this.workSince = performance.now();
  }
}
