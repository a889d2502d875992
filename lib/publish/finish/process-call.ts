import { z } from "zod";
import type { CallOutcome } from "../finalize/finalize-upload";
import type { ServerCall } from "../host";
import { classifyFailure, reasonOf } from "../send/transfer-failure";

const answerSchema = z.object({
  status: z.enum(["complete", "extracting"]),
  viewMap: z.string().nullish(),
});

type ProcessAnswer = z.output<typeof answerSchema>;

/** Spec 001 §8. */
export const processMessages = {
  failed: "Failed to process upload.",
  tryAgain: "Failed to process upload. Please try again.",
} as const;

/**
 * POST /process-tus-upload: makes a map of uploads that are all there.
 * @param body as `writeFileList` writes it
 * @param key Idempotency-Key: calls of one key make one map
 */
export async function processUpload(call: ServerCall, body: Blob, key: string, signal: AbortSignal): Promise<CallOutcome<ProcessAnswer>> {
  try {
    const response = await call("/process-tus-upload", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body,
      signal,
    });
    const text = await response.text();
    if (!response.ok) return { kind: classifyFailure(response.status), message: reasonOf(text) ?? processMessages.failed };
    const answer = answerSchema.safeParse(JSON.parse(text));
    return answer.success ? { kind: "taken", answer: answer.data } : { kind: "refused", message: processMessages.tryAgain };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", message: processMessages.tryAgain };
    return { kind: "network", message: processMessages.tryAgain };
  }
}
