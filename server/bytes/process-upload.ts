import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { type AuditActor, auditActor } from "../../lib/audit/mutations";
import { AppError, methodNotAllowed, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { readIdempotencyKey } from "../../lib/http/idempotency-key";
import { toRequestLike } from "../../lib/http/node";
import { awaitImport } from "../../lib/imports/folder/await-import";
import { beginFolderImport } from "../../lib/imports/folder/begin-import";
import { TurnsOfEach } from "../../lib/turns";
import type { BytesHandler } from "../http/handler";
import { sendJson } from "../http/json-answer";

/** Specification §7. */
export const PROCESS_PATH = "/process-tus-upload";
const METHODS = ["POST"] as const;
export const PROCESS_ROUTES = { [PROCESS_PATH]: METHODS };

/** A million files with the longest paths do not need as much. */
const BODY_LIMIT = 2 * 1024 * 1024 * 1024;
/** A client that sends nothing for so long is gone. */
const IDLE_MS = 60_000;
/** The list of a million files takes as long on a line of 500 kbit/s. */
const LIMIT_MS = 60 * 60 * 1_000;
/** After this long the client is told that it goes on, and asks for itself how far it is. */
const WAIT_MS = 30_000;
/** Lists of one account that are received at once: each is in memory as long as it is checked. */
const LISTS_AT_ONCE = 2;

export interface ProcessLimits {
  /** Of the body. */
  bytes: number;
  /** From first byte to last. */
  milliseconds: number;
  /** How long an answer waits for the end of the import. */
  waitMs: number;
}

const tooLarge = () => new AppError("too_large", "The list of files is too long.");

function checkRequest({ method, url = "", headers }: IncomingMessage, limits: ProcessLimits): void {
  if (url.split("?", 1)[0] !== PROCESS_PATH) throw notFound();
  if (method !== "POST") throw methodNotAllowed(METHODS);
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json).");
  if (Number(headers["content-length"] ?? 0) > limits.bytes) throw tooLarge();
}

/** @returns a promise that only ever rejects */
function untilAborted(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  return aborted;
}

/** The body, for as long as the signal lets it come, also when nothing comes any more. */
async function* readBody(request: IncomingMessage, limit: number, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const aborted = untilAborted(signal);
  // Left early, the stream stays open: the answer still has to go out on its connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  let size = 0;
  while (true) {
    const { value, done } = await Promise.race([chunks.next(), aborted]);
    if (done) return;
    size += value.length;
    if (size > limit) throw tooLarge();
    yield value;
  }
}

/** While the body comes in, the connection has to show life, and the body an end. */
async function receive(request: IncomingMessage, ownerId: string, identify: () => Promise<AuditActor>, limits: ProcessLimits) {
  const idempotencyKey = readIdempotencyKey(toRequestLike(request));
  request.socket.setTimeout(IDLE_MS);
  request.once("end", () => request.socket.setTimeout(0));
  const ending = new AbortController();
  const tooSlow = new AppError("bad_request", "Sending the list of files took too long. Please try again on a faster connection.");
  const limit = setTimeout(() => ending.abort(tooSlow), limits.milliseconds);
  try {
    const body = readBody(request, limits.bytes, ending.signal);
    return await beginFolderImport({ body, signal: ending.signal, ownerId, identify, idempotencyKey });
  } catch (error) {
    // Whoever writes the list only learns that it was aborted.
    throw ending.signal.aborted ? tooSlow : error;
  } finally {
    clearTimeout(limit);
  }
}

async function answerEnd(response: ServerResponse, started: { importId: string; safeName: string }, waitMs: number): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const progress = await awaitImport(started.importId, waitMs, gone.signal);
  // What still stands in the way after every check is the state of things by now: a name taken, a project deleted.
  if (progress?.status === "error") throw new AppError("conflict", progress.error ?? "Failed to process upload.");
  const { safeName } = started;
  const isComplete = progress?.status === "complete";
  sendJson(response, {
    success: true,
    status: isComplete ? "complete" : "extracting",
    message: isComplete ? "The map is online." : "The files are being published.",
    safeName,
    projectId: progress?.projectId ?? null,
    viewMap: progress?.viewMap ?? null,
  });
}

/**
 * Makes a map of uploaded files, or another map of a project's: JSON with projectName, description and files[] as in the
 * specification, and beside it `offset` within a pack, projectId, baseVersion, removed and sourceName.
 * Most folders are online when the answer comes.
 */
export function createProcessHandler(limits: ProcessLimits = { bytes: BODY_LIMIT, milliseconds: LIMIT_MS, waitMs: WAIT_MS }): BytesHandler {
  const turns = new TurnsOfEach(LISTS_AT_ONCE);
  return async (request, response) => {
    checkRequest(request, limits);
    const like = toRequestLike(request);
    const identify = async () => auditActor(await requireAdmin(like), readClient(like));
    const { accountId } = await identify();
    const started = await turns.take(accountId, () => receive(request, accountId, identify, limits));
    await answerEnd(response, started, limits.waitMs);
  };
}
