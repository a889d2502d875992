import { env } from "../../lib/env";

/** How long the steps of a process's end may take, in milliseconds. */
export interface EndTimes {
  /** It still takes requests, and says that it is not ready. */
  drainMs: number;
  /** After that: until requests under way are cut off. */
  requestsMs: number;
  /** After the drain: until a process that hangs is given up. */
  processMs: number;
}

/** Under the supervisor there is no balancer to wait for, and somebody who has pressed Ctrl-C waits. */
const supervised = { drain: 0, limit: 3 };
/** On its own, a process is most likely one of several. Container managers kill after 30 s or later, of which this leaves some. */
const alone = { drain: 5, limit: 20 };

/** What is left to do after the last request: counted views are written, connections end. */
const REST_MS = 5_000;

/** @param isSupervised whether the supervisor has started this process */
export function endTimes(isSupervised = process.send !== undefined): EndTimes {
  const { drainSeconds, drainLimitSeconds } = env();
  const defaults = isSupervised ? supervised : alone;
  const requestsMs = (drainLimitSeconds ?? defaults.limit) * 1_000;
  return { drainMs: (drainSeconds ?? defaults.drain) * 1_000, requestsMs, processMs: requestsMs + REST_MS };
}
