import { monitorEventLoopDelay } from "node:perf_hooks";
import { gauge } from "./instruments";

const SAMPLE_MS = 10;

/** Measures how long this process did nothing else but one piece of work, since the last scrape. */
export function measureBlocking(): void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  gauge(
    "sea_vision_worker_blocked_seconds",
    "Longest time since the last scrape in which the worker did one thing only.",
    [],
    (blocked) => {
      blocked.set(Math.max(0, delays.max / 1e6 - SAMPLE_MS) / 1000);
      delays.reset();
    },
  );
}
