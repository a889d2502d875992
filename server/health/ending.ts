import { z } from "zod";
import { env } from "../../lib/env";

/** What the first of several processes sends to the others: to take their last requests, then to end. */
export const endingMessage = z.object({ type: z.enum(["drain", "close"]) });
export type EndingStep = z.infer<typeof endingMessage>["type"];

export class Ending {
  private readonly draining = new AbortController();
  private readonly closing = new AbortController();

  /** True when load balancers should use another instance. Requests are still taken. */
  get isDraining(): boolean {
    return this.draining.signal.aborted;
  }

  /** Aborts when no more requests are taken. Resumable work, such as an upload, then stores its state and ends. */
  get closes(): AbortSignal {
    return this.closing.signal;
  }

  drain(): void {
    this.draining.abort();
  }

  close(): void {
    this.drain();
    this.closing.abort();
  }
}

export const ending = new Ending();

/** Limits for the shutdown of a process, in milliseconds. */
export interface EndTimes {
  drainMs: number;
  requestsMs: number;
  processMs: number;
}

/** Seconds. Under the supervisor there is no load balancer, and a user who pressed Ctrl-C waits. */
const supervised = { drain: 0, limit: 3 };
/** Seconds. A process without the supervisor is probably one of several behind a load balancer. Container managers kill after 30 s or later. */
const alone = { drain: 5, limit: 20 };

/** Time after the last request to write counted views and close connections. */
const REST_MS = 5_000;

/** Returns the limits from the settings or defaults. @param isSupervised whether the supervisor started this process */
export function endTimes(isSupervised = process.send !== undefined): EndTimes {
  const { drainSeconds, drainLimitSeconds } = env();
  const defaults = isSupervised ? supervised : alone;
  const requestsMs = (drainLimitSeconds ?? defaults.limit) * 1_000;
  return { drainMs: (drainSeconds ?? defaults.drain) * 1_000, requestsMs, processMs: requestsMs + REST_MS };
}
