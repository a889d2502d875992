import type { ExtractionProgress } from "../../imports/schema";
import { delay } from "../waiting";

/** Spec 001 §9, milliseconds. */
const FIRST_POLL_MS = 500;
const POLL_MS = 1_000;
const RETRY_MS = 2_000;
const GIVE_UP_MS = 1_800_000;

export const TIMEOUT_MESSAGE = "Extraction timeout. Please check the projects list manually.";

export type PollOutcome = { kind: "complete" } | { kind: "failed"; message: string } | { kind: "left" };

/** What one answer means for whoever waits for the end; null to ask again. */
export function outcomeOf(progress: ExtractionProgress): PollOutcome | null {
  if (!progress.success) return { kind: "failed", message: `Extraction failed: ${progress.error || "API returned failure"}` };
  if (progress.status === "error") return { kind: "failed", message: `Extraction failed: ${progress.error || "Unknown error"}` };
  return progress.status === "complete" ? { kind: "complete" } : null;
}

/**
 * Follows an extraction to its end.
 * @param read asks for the progress; null when the answer did not come or cannot be read
 * @param onProgress is told of every answer that is no failure, the last one included
 */
export async function pollExtraction(
  read: (signal: AbortSignal) => Promise<ExtractionProgress | null>,
  onProgress: (progress: ExtractionProgress) => void,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  await delay(FIRST_POLL_MS, signal);
  while (!signal.aborted) {
    if (performance.now() >= giveUpAt) return { kind: "failed", message: TIMEOUT_MESSAGE };
    const progress = await read(signal);
    if (signal.aborted) break;
    const outcome = progress && outcomeOf(progress);
    if (progress && outcome?.kind !== "failed") onProgress(progress);
    if (outcome) return outcome;
    await delay(progress ? POLL_MS : RETRY_MS, signal);
  }
  return { kind: "left" };
}
