import { z } from "zod";
import { reasonOf } from "@/lib/publish/send/transfer-failure";

/**
 * What a direct upload came to. `unanswered`: every byte has left and no answer of the server's came, so that it may well have begun;
 * `cut-off`: the connection was lost, as far as the browser tells before the last byte. It tells of that a moment later than it is
 * so. The message is for the case that it has not begun.
 */
export type DirectOutcome = { kind: "started"; safeName: string } | { kind: "failed" | "unanswered" | "cut-off"; message: string };

const answerSchema = z.object({ success: z.literal(true), safeName: z.string().min(1) });
const refusalSchema = z.object({ success: z.literal(false) });

export const NETWORK_MESSAGE = "Upload failed due to network error";
export const INVALID_ANSWER_MESSAGE = "Invalid server response";

interface Answer {
  status: number;
  statusText: string;
  body: string;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** What a proxy says of a server that did not answer it. */
const PROXY_STATUSES: readonly number[] = [502, 504];

/** Reads the answer of POST /upload-zip-direct (spec 001 §7, §8). */
export function readDirectAnswer({ status, statusText, body }: Answer): DirectOutcome {
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
