import { setTimeout as pause } from "node:timers/promises";
import { findImportProgress } from "../data";
import type { ExtractionProgress } from "../schema";

/** The first looks follow quickly on one another: a small folder is online in no time. Milliseconds. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Waits for the end of an import, which a worker makes.
 * @param limitMs for so long
 * @param signal aborted when nobody wants to know any more
 * @returns how it stands then; null when it is gone
 */
export async function awaitImport(importId: string, limitMs: number, signal: AbortSignal): Promise<ExtractionProgress | null> {
  const until = performance.now() + limitMs;
  let pauseMs = FIRST_PAUSE_MS;
  while (true) {
    const progress = await findImportProgress(importId);
    const hasEnded = !progress || progress.status === "complete" || progress.status === "error";
    if (hasEnded || signal.aborted || performance.now() >= until) return progress;
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  }
}
