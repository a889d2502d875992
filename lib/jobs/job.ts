import type { z } from "zod";

export interface Job<Data extends object> {
  name: string;
  schema: z.ZodType<Data>;
  /** While a job with the same key waits, others are dropped. */
  keyOf(data: Data): string;
  /** Jobs of a higher priority start first, then older ones. Default: 0. */
  priorityOf?(data: Data): number;
}

export interface JobHandler<Data extends object> {
  job: Job<Data>;
  /** Jobs of this kind that one process runs at once. */
  concurrency: number;
  /** Ends early, without an error, when the signal aborts. */
  handle(data: Data, signal: AbortSignal): Promise<void>;
}

export interface Sweep {
  name: string;
  everyMs: number;
  /** True to run it also after wakeWorkers. */
  onWake: boolean;
  run(signal: AbortSignal): Promise<void>;
}
