import { z } from "zod";
import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import { sparseProgressSchema } from "@/lib/imports/progress/schema";
import { headersOf } from "@/lib/upload-client/host";
import { randomId } from "@/lib/upload-client/random-id";
import { isReadable } from "@/lib/upload-client/send/byte-source";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import { BODY_LIMIT_MESSAGE, reasonOf } from "@/lib/upload-client/send/transfer-failure";
import type { UploadTarget } from "@/lib/upload-client/target";
import { delay } from "@/lib/upload-client/waiting";
import { browserHost } from "./browser-host";
import { type FormAnswer, postForm } from "./post-form";
import type { UploadJob } from "./upload-controller";

/**
 * `unanswered`: everything was sent without an answer, so the import may have started.
 * `cut-off`: the browser reports that the connection was lost earlier.
 * `signed-out`: the session has ended, or another account is signed in. Nothing was published.
 * The message applies when the import has not started. `keepsChoice`: another name or more space lets the file in.
 */
type DirectOutcome =
  | { kind: "started"; safeName: string }
  | { kind: "failed" | "unanswered" | "cut-off" | "signed-out"; message: string; keepsChoice?: boolean };

const answerSchema = z.object({ success: z.literal(true), safeName: z.string().min(1) });
const refusalSchema = z.object({ success: z.literal(false) });

const NETWORK_MESSAGE = "Upload failed due to network error";
const INVALID_ANSWER_MESSAGE = "Invalid server response";
const SIGNED_OUT_MESSAGE = "Your session has ended, so nothing was published.";
const FILE_CHANGED_MESSAGE = "Upload failed: the file was changed or moved after it was chosen";

const PROXY_STATUSES: readonly number[] = [502, 504];
/** Statuses of our server for a taken name, and without space for this file or for any. */
const KEEPING_STATUSES: readonly number[] = [409, 413, 503];

interface DirectZip {
  file: File;
  accountId: string;
  /** Encoding of the names that declare none. */
  nameEncoding: NameEncoding | null;
}

/** Sends a ZIP in one request. After a lost answer, finds out whether the import has started. @throws as postForm */
export async function sendDirect(
  zip: DirectZip,
  target: UploadTarget,
  { addProgress, setConnection, signal }: Pick<UploadJob, "addProgress" | "setConnection" | "signal">,
): Promise<DirectOutcome> {
  const { accountId } = zip;
  const found = await findLastImport(target, accountId, signal);
  if (found === "signed-out") return { kind: found, message: SIGNED_OUT_MESSAGE };
  signal.throwIfAborted();
  const onBytes = (bytes: number) => {
    addProgress({ bytes });
    setConnection("sending");
  };
  const outcome = await postZip(zip, target, onBytes, signal);
  if (outcome.kind !== "unanswered" && outcome.kind !== "cut-off") return outcome;
  const { kind, message } = outcome;
  const before = typeof found === "object" ? found.importId : null;
  return findDirectOutcome({ before, target, accountId, outcome: { kind, message }, onConnection: setConnection }, signal);
}

/** Sends POST /upload-zip-direct. @param onBytes bytes sent */
async function postZip(
  zip: DirectZip,
  target: UploadTarget,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<DirectOutcome> {
  const { file, accountId } = zip;
  const answer = await postForm("/upload-zip-direct", formOf(zip, target), {
    // Browsers repeat a request when its connection closes before an answer.
    headers: { "Idempotency-Key": randomId(), ...headersOf(accountId) },
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
function formOf(
  { file, nameEncoding }: Omit<DirectZip, "accountId">,
  { projectName, description, replacesId, startPage, answers }: UploadTarget,
): FormData {
  const form = new FormData();
  form.set("projectName", projectName);
  form.set("description", description);
  if (replacesId !== null) form.set("projectId", replacesId);
  if (startPage !== undefined) form.set("startPage", startPage);
  if (answers !== undefined) form.set("answers", JSON.stringify(answers));
  if (nameEncoding !== null) form.set("nameEncoding", nameEncoding);
  form.set("zipFile", file);
  return form;
}

export function readDirectAnswer({ status, statusText, body }: Omit<FormAnswer, "isSent">): DirectOutcome {
  const reason = reasonOf(body);
  if (status === 401) return { kind: "signed-out", message: SIGNED_OUT_MESSAGE };
  if (status < 200 || status >= 300) {
    const kind = PROXY_STATUSES.includes(status) ? "unanswered" : "failed";
    const limit = status === 413 && reason === null ? `. ${BODY_LIMIT_MESSAGE}` : "";
    const keepsChoice = reason !== null && KEEPING_STATUSES.includes(status);
    return { kind, message: `Upload failed: ${reason || statusText || "Unknown error"}${limit}`, ...(keepsChoice && { keepsChoice }) };
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

const RETRY_MS = 2_000;
/** Number of answers without an import that prove there is none. After the last byte, the server may still store the file. */
const LOOKS = 5;

interface LostUpload {
  target: UploadTarget;
  before: string | null;
  accountId: string;
  outcome: { kind: "unanswered" | "cut-off"; message: string };
  onConnection: (connection: ConnectionState) => void;
}

/** Finds out whether a direct upload with a lost answer has started an import. Polls until the server answers or `signal` aborts. */
async function findDirectOutcome(lost: LostUpload, signal: AbortSignal): Promise<DirectOutcome> {
  const { target, before, accountId, outcome, onConnection } = lost;
  if (outcome.kind === "cut-off") return findCutOff(lost, signal);
  let looks = 0;
  while (!signal.aborted && looks < LOOKS) {
    onConnection("unanswered");
    const found = await findLastImport(target, accountId, signal);
    if (hasBegun(found, before)) return { kind: "started", safeName: target.safeName };
    if (found === "signed-out") {
      onConnection("signed-out");
      await browserHost.waitForSession(accountId, signal);
      continue;
    }
    if (found !== "unavailable") looks += 1;
    if (looks < LOOKS) await delay(RETRY_MS, signal);
  }
  return { kind: "failed", message: outcome.message };
}

/** Only an upload that may have arrived waits for the server or for a session. */
async function findCutOff({ target, before, accountId, outcome }: LostUpload, signal: AbortSignal): Promise<DirectOutcome> {
  const found = await findLastImport(target, accountId, signal);
  if (hasBegun(found, before)) return { kind: "started", safeName: target.safeName };
  return found === "signed-out" ? { kind: found, message: SIGNED_OUT_MESSAGE } : { kind: "failed", message: outcome.message };
}

function hasBegun(found: LastImport, before: string | null): boolean {
  return typeof found === "object" && found.importId !== before;
}

type LastImport = { importId: string } | "none" | "signed-out" | "unavailable";

async function findLastImport(
  { safeName, replacesId }: Pick<UploadTarget, "safeName" | "replacesId">,
  accountId: string,
  signal: AbortSignal,
): Promise<LastImport> {
  try {
    const path = `/extraction-progress/${encodeURIComponent(safeName)}`;
    const response = await fetch(path, { headers: headersOf(accountId), cache: "no-store", signal });
    if (response.status === 404) return "none";
    if (response.status === 401) return "signed-out";
    const progress = sparseProgressSchema.safeParse(await response.json()).data;
    if (!progress) return "unavailable";
    const isWanted = progress.isOwn && progress.source === "zip" && progress.isReplacement === (replacesId !== null);
    return isWanted ? { importId: progress.importId } : "none";
  } catch {
    return "unavailable";
  }
}
