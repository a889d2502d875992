import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { AppError, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { readIdempotencyKey } from "../../lib/http/idempotency-key";
import { toRequestLike } from "../../lib/http/node";
import { requireJsonType } from "../../lib/http/route";
import { findImportProgress } from "../../lib/imports/data";
import { beginFolderImport } from "../../lib/imports/folder/begin-import";
import { claimedFileSchema, headSchema } from "../../lib/imports/folder/fields";
import { type Publisher, publisherOf } from "../../lib/imports/policy";
import { type ExtractionProgress, extractionProgressSchema } from "../../lib/imports/progress/schema";
import { startedImportSchema } from "../../lib/imports/schema";
import { KeyedSemaphore } from "../../lib/keyed-semaphore";
import { jsonBody } from "../../lib/openapi/description";
import { idempotencyHeader } from "../../lib/openapi/parameters";
import { limitBytes, limitIdleTime, readChunks, UPLOAD_IDLE_MS, type UploadLimits, withTimeLimit } from "../http/body-limits";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { untilGone } from "../http/ndjson";
import { checkLength } from "../http/read-body";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** Waits for the end of an import up to `limitMs`. @returns its progress then, or null when it is gone */
async function awaitImport(importId: string, limitMs: number, signal: AbortSignal): Promise<ExtractionProgress | null> {
  const until = performance.now() + limitMs;
  let pauseMs = FIRST_PAUSE_MS;
  while (true) {
    const progress = await findImportProgress(importId);
    const hasEnded = !progress || progress.status === "complete" || progress.status === "error";
    if (hasEnded || signal.aborted || performance.now() >= until) return progress;
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  }
}

export const PROCESS_PATH = "/process-tus-upload";

/** Ten million files with paths of 500 characters need less. Bytes. */
const BODY_LIMIT = 8 * 1024 * 1024 * 1024;
/** The list of a million files takes this long at 500 kbit/s. Milliseconds. */
const LIMIT_MS = 60 * 60 * 1_000;
/** After this wait the answer says that the import continues, and the client polls. Milliseconds. */
const WAIT_MS = 30_000;
/** Lists of one account that are received at once: the folders of each are in memory while it is checked. */
const LISTS_AT_ONCE = 2;

export interface ProcessLimits extends UploadLimits {
  waitMs: number;
}

const tooLarge = () => new AppError("too_large", "The list of files is too long.");

function receive(request: IncomingMessage, ownerId: string, identify: () => Promise<Publisher>, limits: ProcessLimits) {
  const idempotencyKey = readIdempotencyKey(toRequestLike(request));
  limitIdleTime(request, UPLOAD_IDLE_MS);
  const tooSlow = new AppError("bad_request", "Sending the list of files took too long. Please try again on a faster connection.");
  return withTimeLimit(limits.milliseconds, tooSlow, (signal) => {
    const body = limitBytes(readChunks(request, signal), limits.bytes, tooLarge);
    return beginFolderImport({ body, signal, ownerId, identify, idempotencyKey });
  });
}

async function answerEnd(response: ServerResponse, started: { importId: string; safeName: string }, waitMs: number): Promise<void> {
  const progress = await awaitImport(started.importId, waitMs, untilGone(response));
  // After all checks, only concurrent changes can make it fail: a taken name, a deleted project.
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
    warning: progress?.warning ?? null,
  });
}

const folderSchema = headSchema.in.extend({
  files: z.array(claimedFileSchema).describe("All files. With `baseVersion`, only added and changed files."),
  removed: z.array(z.string()).optional().describe("Paths of removed files. Needs `baseVersion`."),
});

const folderAnswerSchema = startedImportSchema.extend({
  status: z.enum(["complete", "extracting"]),
  projectId: z.string().nullable(),
  viewMap: z.string().nullable().describe("Address of the map; null until it is online."),
  warning: extractionProgressSchema.shape.warning,
});

const exampleFolder = {
  projectName: "Harbour 2026",
  description: "Depths and moorings",
  files: [{ uploadId: "5b1f0c7e9a3d4c2f8e6b7a1d0c9f8e7d", relativePath: "index.html", name: "index.html", size: 12, offset: 0 }],
};

/** Creates or replaces a map from uploaded files. */
export function processUpload(limits: ProcessLimits = { bytes: BODY_LIMIT, milliseconds: LIMIT_MS, waitMs: WAIT_MS }): Mount {
  const lists = new KeyedSemaphore(LISTS_AT_ONCE);
  return {
    path: PROCESS_PATH,
    methods: ["POST"],
    tag: "Publishing",
    callers: "admins",
    calls: {
      "POST /process-tus-upload": {
        summary: "Publish an uploaded folder",
        description:
          "Creates a project from uploaded files, or replaces the map of the project `projectId`. Each file is an upload or a slice of one. Most maps are online when the answer arrives.",
        headers: idempotencyHeader,
        otherBody: jsonBody(folderSchema, exampleFolder),
        answer: folderAnswerSchema,
        errors: [404, 409],
      },
    },
    async handler(request, response) {
      if (request.url?.split("?", 1)[0] !== PROCESS_PATH) throw notFound();
      requireJsonType(request.headers["content-type"]);
      checkLength(request, limits.bytes, tooLarge);
      const like = toRequestLike(request);
      const identify = async () => publisherOf(await requireAdmin(like, "publish"), readClient(like));
      const { accountId } = await identify();
      const started = await lists.run(accountId, () => receive(request, accountId, identify, limits));
      await answerEnd(response, started, limits.waitMs);
    },
  };
}
