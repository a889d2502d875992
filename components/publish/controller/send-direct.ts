import { z } from "zod";
import { randomId } from "@/lib/publish/random-id";
import { isReadable } from "@/lib/publish/send/byte-source";
import { reasonOf } from "@/lib/publish/send/transfer-failure";
import type { UploadTarget } from "@/lib/publish/target";
import { type FormAnswer, postForm } from "./post-form";

/**
 * `unanswered`: everything was sent without an answer, so the import may have started.
 * `cut-off`: the browser reports that the connection was lost earlier.
 * The message applies when the import has not started.
 */
export type DirectOutcome = { kind: "started"; safeName: string } | { kind: "failed" | "unanswered" | "cut-off"; message: string };

const answerSchema = z.object({ success: z.literal(true), safeName: z.string().min(1) });
const refusalSchema = z.object({ success: z.literal(false) });

const NETWORK_MESSAGE = "Upload failed due to network error";
const INVALID_ANSWER_MESSAGE = "Invalid server response";
const FILE_CHANGED_MESSAGE = "Upload failed: the file was changed or moved after it was chosen";

const PROXY_STATUSES: readonly number[] = [502, 504];

/** Sends POST /upload-zip-direct: the whole file in one request. @param onBytes bytes sent @throws as postForm */
export async function sendDirect(
  file: File,
  target: UploadTarget,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<DirectOutcome> {
  const answer = await postForm("/upload-zip-direct", formOf(file, target), {
    // Browsers repeat a request when its connection closes before an answer.
    headers: { "Idempotency-Key": randomId() },
    // Progress counts the fields, which come before the file.
    onProgress: (loaded, total) => onBytes(Math.min(file.size, Math.max(0, loaded - (total - file.size)))),
    onSent: () => onBytes(file.size),
    signal,
  });
  if (answer.status !== 0) {
    const outcome = readDirectAnswer(answer);
    // Unsent bytes can't have arrived.
    return outcome.kind === "unanswered" && !answer.isSent ? { ...outcome, kind: "failed" } : outcome;
  }
  if (answer.isSent) return { kind: "unanswered", message: NETWORK_MESSAGE };
  // A file that changed on disk fails like a lost network.
  return (await isReadable(file)) ? { kind: "cut-off", message: NETWORK_MESSAGE } : { kind: "failed", message: FILE_CHANGED_MESSAGE };
}

/** The fields come first, so that the server can refuse before it receives every byte. */
function formOf(file: File, { projectName, description, replacesId }: UploadTarget): FormData {
  const form = new FormData();
  form.set("projectName", projectName);
  form.set("description", description);
  if (replacesId !== null) form.set("projectId", replacesId);
  form.set("zipFile", file);
  return form;
}

export function readDirectAnswer({ status, statusText, body }: Omit<FormAnswer, "isSent">): DirectOutcome {
  const reason = reasonOf(body);
  if (status < 200 || status >= 300) {
    const kind = PROXY_STATUSES.includes(status) ? "unanswered" : "failed";
    return { kind, message: `Upload failed: ${reason || statusText || "Unknown error"}` };
  }
  const value = parse(body);
  const answer = answerSchema.safeParse(value);
  if (answer.success) return { kind: "started", safeName: answer.data.safeName };
  if (refusalSchema.safeParse(value).success) return { kind: "failed", message: `Upload failed: ${reason || "Unknown error"}` };
  return { kind: "unanswered", message: INVALID_ANSWER_MESSAGE };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
