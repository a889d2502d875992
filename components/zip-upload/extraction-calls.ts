import { z } from "zod";
import { type ExtractionProgress, extractionProgressSchema } from "@/lib/imports/schema";
import { classifyFailure, reasonOf, type TransferFailure } from "./transfer-failure";
import type { UploadTarget } from "./upload-state";

const startedSchema = z.object({ safeName: z.string() });

export type StartOutcome = { kind: "started"; safeName: string } | { kind: TransferFailure; reason: string };

/** POST /extract-tus-zip: makes a project of a finished upload. */
export async function startExtraction(target: UploadTarget, uploadId: string, signal: AbortSignal): Promise<StartOutcome> {
  const { projectName, description } = target;
  try {
    const response = await fetch("/extract-tus-zip", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ projectName, description, uploadId }),
      signal,
    });
    const body = await response.text();
    const reason = reasonOf(body) ?? `the server answered ${response.status}`;
    if (!response.ok) return { kind: classifyFailure(response.status), reason };
    const answer = startedSchema.safeParse(JSON.parse(body));
    return answer.success ? { kind: "started", safeName: answer.data.safeName } : { kind: "refused", reason: "Invalid server response" };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", reason: "Invalid server response" };
    return { kind: "network", reason: "network error" };
  }
}

/** GET /extraction-progress/{safeName}; null when the answer did not come or cannot be read. */
export async function readExtraction(safeName: string, signal: AbortSignal): Promise<ExtractionProgress | null> {
  try {
    const response = await fetch(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    return extractionProgressSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
