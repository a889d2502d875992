import { z } from "zod";
import type { CallOutcome } from "../finalize/finalize-upload";
import type { ServerCall } from "../host";
import { classifyFailure, reasonOf } from "../send/transfer-failure";
import type { UploadTarget } from "../target";

const startedSchema = z.object({ safeName: z.string() });

type Started = z.output<typeof startedSchema>;

/**
 * POST /extract-tus-zip: makes a project of a finished upload, or another map for the one it replaces. Made again, by this tab or
 * another, it is the same call.
 */
export async function startExtraction(
  call: ServerCall,
  target: UploadTarget,
  uploadId: string,
  signal: AbortSignal,
): Promise<CallOutcome<Started>> {
  const { projectName, description, replacesId } = target;
  try {
    const response = await call("/extract-tus-zip", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": `${uploadId}/${target.safeName}/${replacesId ?? "new"}` },
      body: JSON.stringify({ projectName, description, uploadId, ...(replacesId === null ? {} : { projectId: replacesId }) }),
      signal,
    });
    const body = await response.text();
    const message = reasonOf(body) ?? `the server answered ${response.status}`;
    if (!response.ok) return { kind: classifyFailure(response.status), message };
    const answer = startedSchema.safeParse(JSON.parse(body));
    return answer.success ? { kind: "taken", answer: answer.data } : { kind: "refused", message: "Invalid server response" };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", message: "Invalid server response" };
    return { kind: "network", message: "network error" };
  }
}
