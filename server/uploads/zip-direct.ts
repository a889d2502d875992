import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { auditActor } from "../../lib/audit/mutations";
import type { BlobKey } from "../../lib/blobs/store";
import { AppError, methodNotAllowed, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { readIdempotencyKey } from "../../lib/http/idempotency-key";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import { findObstacle, findStarted, type StartedImport } from "../../lib/imports/data";
import { type BegunImport, discardArchive, startImport, storeArchive } from "../../lib/imports/mutations";
import {
  DIRECT_TOO_LARGE_MESSAGE,
  describeTarget,
  type ImportTarget,
  importTargetSchema,
  MAX_DIRECT_BYTES,
} from "../../lib/imports/schema";
import { NOT_A_ZIP_MESSAGE } from "../../lib/imports/uploads/schema";
import type { BytesHandler } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { type MultipartFile, type MultipartTaker, readMultipart } from "../http/multipart";

/** Specification §7. */
export const ZIP_DIRECT_PATH = "/upload-zip-direct";
const METHODS = ["POST"] as const;
export const ZIP_DIRECT_ROUTES = { [ZIP_DIRECT_PATH]: METHODS };

/** A client that sends nothing for so long is gone. */
const IDLE_MS = 60_000;
/** Longer than 50 GB take on a line of 10 Mbit/s, and shorter than what is half written is safe from the sweep of unused blobs. */
const LIMIT_MS = 12 * 60 * 60 * 1_000;
/** What stands around the file: fields, headers, boundaries. */
const AROUND_BYTES = 1024 * 1024;

const FILE_FIELD = "zipFile";
/** A second file is told of by its own name; fields are a handful. */
const FORM_LIMITS = { files: 2, fields: 20 };

export interface DirectLimits {
  /** Of the file. */
  bytes: number;
  /** From first byte to last. */
  milliseconds: number;
}

const tooLarge = () => new AppError("too_large", DIRECT_TOO_LARGE_MESSAGE);

async function* withinLimit(bytes: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

/** The form as it comes in: fields in any order, and one file, which goes to the object store. */
class DirectForm implements MultipartTaker {
  blobKey: BlobKey | null = null;
  fileName = "";
  private hasFile = false;
  private readonly fields = new Map<string, string>();

  constructor(
    private readonly ownerId: string,
    private readonly limit: number,
    private readonly signal: AbortSignal,
  ) {}

  onField(name: string, value: string): void {
    if (this.fields.has(name)) throw new AppError("bad_request", `The field ${name} is there more than once.`);
    if (name === FILE_FIELD) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    this.fields.set(name, value);
  }

  async onFile({ field, name, bytes }: MultipartFile): Promise<void> {
    if (field !== FILE_FIELD) throw new AppError("bad_request", `The file must be in the field ${FILE_FIELD}.`);
    if (this.hasFile) throw new AppError("bad_request", "Only one ZIP file can be uploaded at a time.");
    this.hasFile = true;
    this.fileName = name;
    if (!/\.zip$/i.test(name)) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    await this.refuseEarly();
    this.blobKey = await storeArchive(withinLimit(bytes, this.limit), this.ownerId, this.signal);
  }

  /** What the import is for, once everything has come. @throws AppError 400 */
  target(): ImportTarget {
    if (!this.blobKey) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    return describeTarget(this.parse(), this.fileName);
  }

  private parse(): ImportTarget {
    return parseInput(importTargetSchema, Object.fromEntries(this.fields));
  }

  /** Where the name comes before the file, nobody sends gigabytes in vain. */
  private async refuseEarly(): Promise<void> {
    if (!this.fields.has("projectName") && !this.fields.has("projectId")) return;
    const obstacle = await findObstacle(this.parse());
    if (obstacle) throw obstacle;
  }
}

/** Takes the form, and begins the import that it asks for. */
async function begin(
  request: IncomingMessage,
  ownerId: string,
  limits: DirectLimits,
  idempotencyKey: string | null,
): Promise<StartedImport> {
  const like = toRequestLike(request);
  request.socket.setTimeout(IDLE_MS);
  request.once("end", () => request.socket.setTimeout(0));
  const ending = new AbortController();
  const tooSlow = new AppError("bad_request", "The upload took too long. Please use the resumable upload.");
  const limit = setTimeout(() => ending.abort(tooSlow), limits.milliseconds);
  const form = new DirectForm(ownerId, limits.bytes, ending.signal);
  let begun: BegunImport | null = null;
  try {
    await readMultipart(request, form, FORM_LIMITS, ending.signal);
    const target = form.target();
    // It may have taken hours: who has been signed out meanwhile publishes nothing.
    const viewer = await requireAdmin(like);
    if (!form.blobKey) throw notFound();
    const { blobKey, fileName: sourceName } = form;
    const input = { source: "zip", ownerId: viewer.accountId, target, blobKey, sourceName, idempotencyKey } as const;
    begun = await startImport(input, auditActor(viewer, readClient(like)));
    return begun;
  } finally {
    clearTimeout(limit);
    if (!begun?.isNew && form.blobKey) await discardArchive(form.blobKey);
  }
}

async function receive(request: IncomingMessage, response: ServerResponse, limits: DirectLimits): Promise<void> {
  const like = toRequestLike(request);
  const { accountId } = await requireAdmin(like);
  const idempotencyKey = readIdempotencyKey(like);
  const findEarlier = () => findStarted(accountId, idempotencyKey);
  const earlier = await findEarlier();
  if (earlier) return answer(response, earlier);
  if (Number(request.headers["content-length"] ?? 0) > limits.bytes + AROUND_BYTES) throw tooLarge();
  try {
    answer(response, await begin(request, accountId, limits, idempotencyKey));
  } catch (error) {
    // What stands in the way may be what this very call has begun meanwhile, having come before.
    const meanwhile = error instanceof AppError ? await findEarlier() : null;
    if (!meanwhile) throw error;
    answer(response, meanwhile);
  }
}

function answer(response: ServerResponse, { safeName }: StartedImport): void {
  sendJson(response, { success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName });
}

/**
 * A ZIP in one request (multipart: zipFile, projectName, description, projectId), streamed to the object store.
 * Of a request that is refused or cut off nothing stays.
 */
export function createZipDirectHandler(limits: DirectLimits = { bytes: MAX_DIRECT_BYTES, milliseconds: LIMIT_MS }): BytesHandler {
  return async (request, response) => {
    if ((request.url ?? "").split("?", 1)[0] !== ZIP_DIRECT_PATH) throw notFound();
    if (request.method !== "POST") throw methodNotAllowed(METHODS);
    await receive(request, response, limits);
  };
}
