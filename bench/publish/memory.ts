import { readFileSync } from "node:fs";

const SAMPLE_MS = 10;

/** Most memory that a process has held so far, in bytes (Linux); 0 when it has ended. */
export function peakMemory(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Watches a process that will end by itself, whose peak cannot be asked for afterwards. @returns a function that tells it */
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
