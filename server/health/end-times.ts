import { env } from "../../lib/env";

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
