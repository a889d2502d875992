import { type ExtractionProgress, sparseProgressSchema } from "../../imports/progress/schema";
import type { ServerCall } from "../host";
import { delay } from "../waiting";

/** Milliseconds until a client stops waiting for an extraction. */
const GIVE_UP_MS = 1_800_000;
const FIRST_POLL_MS = 500;
const POLL_MS = 1_000;
const RETRY_MS = 2_000;

/** `mayFinish`: the server is still working, so the outcome is unknown. */
export type PollOutcome = { kind: "complete" } | { kind: "failed"; message: string; mayFinish?: boolean } | { kind: "left" };

/** GET /extraction-progress/{safeName}. @returns null without a readable answer */
export async function readExtraction(call: ServerCall, safeName: string, signal: AbortSignal): Promise<ExtractionProgress | null> {
  try {
    const response = await call(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    return sparseProgressSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the outcome in an answer, or null while the import is running. */
export function outcomeOf(progress: ExtractionProgress): PollOutcome | null {
  if (!progress.success) return { kind: "failed", message: `Extraction failed: ${progress.error || "API returned failure"}` };
  if (progress.status === "error") return { kind: "failed", message: `Extraction failed: ${progress.error || "Unknown error"}` };
  return progress.status === "complete" ? { kind: "complete" } : null;
}

/** Polls an extraction until it ends. @param read returns null without a readable answer @param onProgress gets every other answer */
export async function pollExtraction(
  read: (signal: AbortSignal) => Promise<ExtractionProgress | null>,
  onProgress: (progress: ExtractionProgress) => void,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  await delay(FIRST_POLL_MS, signal);
  while (!signal.aborted) {
    if (performance.now() >= giveUpAt)
      return { kind: "failed", message: "Extraction timeout. Please check the projects list manually.", mayFinish: true };
    const progress = await read(signal);
    if (signal.aborted) break;
    const outcome = progress && outcomeOf(progress);
    if (progress && outcome?.kind !== "failed") onProgress(progress);
    if (outcome) return outcome;
    await delay(progress ? POLL_MS : RETRY_MS, signal);
  }
  return { kind: "left" };
}
