import { type ExtractionProgress, extractionProgressSchema } from "../../imports/schema";
import type { ServerCall } from "../host";

/** GET /extraction-progress/{safeName}; null when the answer did not come or cannot be read. */
export async function readExtraction(call: ServerCall, safeName: string, signal: AbortSignal): Promise<ExtractionProgress | null> {
  try {
    const response = await call(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    return extractionProgressSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
