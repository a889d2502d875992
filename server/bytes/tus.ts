import type { IncomingMessage, ServerResponse } from "node:http";
import { TUS_RESUMABLE } from "@tus/utils";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { auditActor } from "../../lib/audit/mutations";
import { type BlobKey, blobKeySchema } from "../../lib/blobs/store";
import { AppError, methodNotAllowed, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import { requireOwnUpload } from "../../lib/imports/uploads/policy";
import {
  MAX_UPLOAD_BYTES,
  parseUploadMetadata,
  TOO_LARGE_MESSAGE,
  uploadLengthSchema,
  uploadMetadataSchema,
} from "../../lib/imports/uploads/schema";
import type { BytesHandler } from "../http/handler";
import { forHead } from "../uploads/tus/errors";
import { carriesBytes, sendWebResponse, toWebRequest } from "../uploads/tus/web-message";
import { actingAs } from "./tus-actor";
import { type Creation, TusServer } from "./tus-server";

/** Specification §7. */
export const UPLOADS_PATH = "/files";

/** What is offered, by route. Reading an upload is not: what was uploaded is served as a map, never as it came. */
export const UPLOAD_ROUTES = {
  "/files": ["OPTIONS", "POST"],
  "/files/[id]": ["OPTIONS", "HEAD", "PATCH", "DELETE"],
} as const;

/** A client that sends nothing for so long is gone; it resumes from what has been written. */
const IDLE_MS = 60_000;

/** @returns the upload that a request is about, or null for the collection. @throws AppError 404 */
function findUploadId({ url = "" }: IncomingMessage): BlobKey | null {
  const [path = ""] = url.split("?", 1);
  const id = path.slice(UPLOADS_PATH.length).replace(/^\/|\/$/g, "");
  if (id === "") return null;
  const parsed = blobKeySchema.safeParse(id);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function checkMethod({ method = "" }: IncomingMessage, isCollection: boolean): void {
  const allowed: readonly string[] = UPLOAD_ROUTES[isCollection ? "/files" : "/files/[id]"];
  if (!allowed.includes(method)) throw methodNotAllowed(allowed);
}

/** Reads what a POST wants to create. @throws AppError 400, 413 */
function parseCreation(ownerId: string, { headers }: IncomingMessage): Creation {
  if (headers["upload-defer-length"] !== undefined)
    throw new AppError("bad_request", "The length of an upload must be known when it begins.");
  const length = parseInput(uploadLengthSchema, headers["upload-length"]);
  if (length > MAX_UPLOAD_BYTES) throw new AppError("too_large", TOO_LARGE_MESSAGE);
  const header = headers["upload-metadata"];
  const metadata = header === undefined ? {} : parseUploadMetadata(String(header));
  if (!metadata) throw new AppError("bad_request", "Upload-Metadata cannot be decoded.");
  return { ownerId, length, metadata: parseInput(uploadMetadataSchema, metadata) };
}

/** @throws AppError 415 for a body that is not declared to be bytes of an upload */
function checkType(request: IncomingMessage): void {
  if (!carriesBytes(request)) throw new AppError("unsupported_type", "The body must be application/offset+octet-stream.");
}

/** While a body comes in, the connection has to show life; what follows on the last byte may take its time. */
function watchBody(request: IncomingMessage): void {
  request.socket.setTimeout(IDLE_MS);
  request.once("end", () => request.socket.setTimeout(0));
}

function checkVersion({ method, headers }: IncomingMessage): void {
  if (method === "OPTIONS" || headers["tus-resumable"] === TUS_RESUMABLE) return;
  throw new AppError("precondition_failed", `Tus-Resumable must be ${TUS_RESUMABLE}.`);
}

async function handle(tus: TusServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = findUploadId(request);
  checkMethod(request, id === null);
  checkVersion(request);
  const path = id ? `${UPLOADS_PATH}/${id}` : UPLOADS_PATH;
  if (request.method === "OPTIONS") return sendWebResponse(await tus.handle(toWebRequest(request, path), null), response);
  const like = toRequestLike(request);
  const viewer = await requireAdmin(like);
  let creation: Creation | null = null;
  if (id) await requireOwnUpload(viewer, id);
  else creation = parseCreation(viewer.accountId, request);
  if (request.method === "PATCH") checkType(request);
  if (request.method === "POST" || request.method === "PATCH") watchBody(request);
  const answer = await actingAs(auditActor(viewer, readClient(like)), () => tus.handle(toWebRequest(request, path), creation));
  await sendWebResponse(answer, response);
}

/**
 * Resumable uploads (tus 1.0 with creation, creation-with-upload, termination and expiration) at /files/.
 * Only admins may upload, and each request has to come from who began the upload.
 */
export function createTusHandler(): BytesHandler {
  const tus = new TusServer(UPLOADS_PATH);
  return async (request, response) => {
    response.setHeader("Tus-Resumable", TUS_RESUMABLE);
    response.setHeader("Tus-Version", TUS_RESUMABLE);
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    try {
      await handle(tus, request, response);
    } catch (error) {
      throw request.method === "HEAD" ? forHead(error) : error;
    }
  };
}
