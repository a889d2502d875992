import type { z } from "zod";

/** A kind of background work and what each job of it is told. */
export interface Job<Data extends object> {
  /** Name of its queue. */
  name: string;
  schema: z.ZodType<Data>;
  /** Of the jobs with one key, one waits at a time; others are dropped when they are queued. */
  keyOf(data: Data): string;
}

/** Somebody who does jobs of one kind. */
export interface JobHandler<Data extends object> {
  job: Job<Data>;
  /** Jobs of this kind that one process works on at once. */
  concurrency: number;
  /** Ends early, and without an error, when the signal says that the process stops. */
  handle(data: Data, signal: AbortSignal): Promise<void>;
}

/** Something that a worker does over and over. */
export interface Sweep {
  name: string;
  everyMs: number;
  /** True to run it as well whenever somebody calls wakeWorkers. */
  onWake: boolean;
  run(signal: AbortSignal): Promise<void>;
}
