import { logger } from "../logging/logger";
import type { Sweep } from "./job";
import { listenForWork } from "./notifications";

/** Runs a sweep periodically, never twice at once. Waking it while it runs makes it run again. */
class SweepLoop {
  private running: Promise<void> | undefined;
  private isWanted = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly sweep: Sweep,
    private readonly signal: AbortSignal,
  ) {
    this.timer = setInterval(() => this.want(), sweep.everyMs);
    this.want();
  }

  want(): void {
    this.isWanted = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.isWanted && !this.signal.aborted) {
      this.isWanted = false;
      try {
        await this.sweep.run(this.signal);
      } catch (error) {
        // The next run may succeed.
        logger.warn({ err: error, sweep: this.sweep.name }, "sweep failed");
      }
    }
  }
}

/** Starts sweeps, each at once and then periodically. */
export function startSweeps(sweeps: readonly Sweep[]): { close(): Promise<void> } {
  const stopping = new AbortController();
  const loops = sweeps.map((sweep) => ({ sweep, loop: new SweepLoop(sweep, stopping.signal) }));
  const listening = listenForWork(() => {
    for (const { sweep, loop } of loops) if (sweep.onWake) loop.want();
  });
  return {
    close: async () => {
      stopping.abort();
      await listening.close();
      await Promise.all(loops.map(({ loop }) => loop.close()));
    },
  };
}
