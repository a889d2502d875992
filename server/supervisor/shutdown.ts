import { logger } from "../../lib/logging/logger";
import { printLine } from "./announcement";

/** npm repeats the Ctrl-C of the terminal. */
const SAME_PRESS_MS = 1_000;

/** Runs clean-up steps in reverse order, then ends the process. A second signal speeds it up, a third one exits at once. */
export class Shutdown {
  private readonly steps: (() => Promise<void>)[] = [];
  private readonly hasteners: (() => void)[] = [];
  private ending: Promise<never> | undefined;
  private lastSignalAt = 0;
  private signals = 0;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.onSignal());
  }

  get isUnderWay(): boolean {
    return this.ending !== undefined;
  }

  /** Adds a step. @param hasten makes the step end sooner */
  add(step: () => Promise<void>, hasten?: () => void): void {
    this.steps.push(step);
    if (hasten) this.hasteners.push(hasten);
  }

  /** Runs all steps and ends the process. A second call waits for the first. */
  end(exitCode: number): Promise<never> {
    this.ending ??= this.run(exitCode);
    return this.ending;
  }

  private async run(exitCode: number): Promise<never> {
    let code = exitCode;
    for (const step of this.steps.reverse()) {
      await step().catch((error: unknown) => {
        logger.error({ err: error }, "a step of the shutdown failed");
        code = 1;
      });
    }
    process.exit(code);
  }

  private onSignal(): void {
    const now = Date.now();
    if (now - this.lastSignalAt < SAME_PRESS_MS) return;
    this.lastSignalAt = now;
    this.signals += 1;
    if (this.signals === 1) {
      printLine("\nStopping …");
      void this.end(0);
    }
    if (this.signals === 2) for (const hasten of this.hasteners) hasten();
    if (this.signals === 3) process.exit(1);
  }
}
