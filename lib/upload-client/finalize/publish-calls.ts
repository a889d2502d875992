import { z } from "zod";
import type { NameEncoding } from "../../archives/directory/name-encoding";
import type { PublishHost, ServerCall } from "../host";
import type { ConnectionState } from "../send/connection-state";
import type { TransferFailure } from "../send/transfer-failure";
import { classifyFailure, reasonOf } from "../send/transfer-failure";
import type { UploadTarget } from "../target";
import { delay } from "../waiting";

interface PublishCall<Answer> {
  path: string;
  body: Blob | string;
  idempotencyKey: string;
  schema: z.ZodType<Answer>;
  /** Messages for an error without a message, an unreadable answer and a lost answer. */
  messages: { refused: (status: number) => string; invalid: string; lost: string };
}

async function send<Answer>(call: ServerCall, request: PublishCall<Answer>, signal: AbortSignal): Promise<CallOutcome<Answer>> {
  const { path, body, idempotencyKey, schema, messages } = request;
  try {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey };
    const response = await call(path, { method: "POST", headers, body, signal });
    const text = await response.text();
    const { status } = response;
    if (!response.ok) return { kind: classifyFailure(status), message: reasonOf(text) ?? messages.refused(status), status };
    const answer = schema.safeParse(JSON.parse(text));
    return answer.success ? { kind: "taken", answer: answer.data } : { kind: "refused", message: messages.invalid };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", message: messages.invalid };
    return { kind: "network", message: messages.lost };
  }
}

const startedSchema = z.object({ safeName: z.string() });

/** A ZIP that the server has received. */
interface ReceivedZip {
  uploadId: string;
  /** Encoding of the names that declare none. Null to let the server choose. */
  nameEncoding: NameEncoding | null;
}

/** POST /extract-tus-zip: publishes a received ZIP as a project or a replacement. Idempotent. */
export function startExtraction(call: ServerCall, target: UploadTarget, { uploadId, nameEncoding }: ReceivedZip, signal: AbortSignal) {
  const { projectName, description, replacesId, startPage, answers } = target;
  const optional = { ...(replacesId !== null && { projectId: replacesId }), ...(nameEncoding !== null && { nameEncoding }) };
  const request = {
    path: "/extract-tus-zip",
    body: JSON.stringify({ projectName, description, uploadId, startPage, answers, ...optional }),
    idempotencyKey: `${uploadId}/${target.safeName}/${replacesId ?? "new"}`,
    schema: startedSchema,
    messages: {
      refused: (status: number) => `the server answered ${status}`,
      invalid: "Invalid server response",
      lost: "network error",
    },
  };
  return send(call, request, signal);
}

const processedSchema = z.object({
  status: z.enum(["complete", "extracting"]),
  projectId: z.string().nullish(),
  viewMap: z.string().nullish(),
});

export const PROCESS_FAILED_MESSAGE = "Failed to process upload. Please try again.";

/** POST /process-tus-upload: publishes received uploads. @param body from `writeFileList` */
export function processUpload(call: ServerCall, body: Blob, idempotencyKey: string, signal: AbortSignal) {
  const messages = { refused: () => "Failed to process upload.", invalid: PROCESS_FAILED_MESSAGE, lost: PROCESS_FAILED_MESSAGE };
  return send(call, { path: "/process-tus-upload", body, idempotencyKey, schema: processedSchema, messages }, signal);
}

const RETRY_MS = 5_000;

/** `status` of an error answer. */
export type CallOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: TransferFailure; message: string; status?: number };

type FinalizeOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: "refused"; message: string; status?: number } | { kind: "left" };

interface FinalizeInput<Answer> {
  /** Needs an Idempotency-Key, because lost answers repeat it. */
  call: (signal: AbortSignal) => Promise<CallOutcome<Answer>>;
  accountId: string;
  host: Pick<PublishHost, "isOnline" | "waitForSession">;
  onConnection: (link: ConnectionState) => void;
}

/** Repeats the call over lost connections and ended sessions until the server accepts or rejects it. */
export async function finalizeUpload<Answer>(input: FinalizeInput<Answer>, signal: AbortSignal): Promise<FinalizeOutcome<Answer>> {
  const { call, accountId, host, onConnection } = input;
  while (!signal.aborted) {
    const outcome = await call(signal);
    if (signal.aborted) break;
    if (outcome.kind === "taken") return outcome;
    if (outcome.kind === "network" || outcome.kind === "away") {
      onConnection(host.isOnline() ? "unreachable" : "offline");
      await delay(RETRY_MS, signal);
    } else if (outcome.kind === "session") {
      onConnection("signed-out");
      await host.waitForSession(accountId, signal);
      onConnection("sending");
    } else return { ...outcome, kind: "refused" };
  }
  return { kind: "left" };
}
