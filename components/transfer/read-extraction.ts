import { type ExtractionProgress, extractionProgressSchema } from "@/lib/imports/schema";

/** GET /extraction-progress/{safeName}; null when the answer did not come or cannot be read. */
export async function readExtraction(safeName: string, signal: AbortSignal): Promise<ExtractionProgress | null> {
  try {
    const response = await fetch(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    return extractionProgressSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
