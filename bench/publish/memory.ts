import { readFileSync } from "node:fs";

const SAMPLE_MS = 10;

/** Returns the peak memory of a process so far, in bytes (Linux); 0 when it has ended. */
export function peakMemory(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Watches a process whose peak can't be read after its end. @returns a function that returns the peak */
export function watchPeak(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMemory(pid));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
