import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ByteLengthQueuingStrategy } from "node:stream/web";
import { TUS_RESUMABLE } from "@tus/utils";
import { z } from "zod";
import { requireAdmin } from "../../../lib/accounts/sessions/policy";
import { auditActor } from "../../../lib/audit/mutations";
import { type BlobKey, blobKeySchema, newBlobKey } from "../../../lib/blobs/store";
import { AppError, notFound } from "../../../lib/errors";
import { readClient } from "../../../lib/http/client";
import { toRequestLike } from "../../../lib/http/node";
import { parseInput } from "../../../lib/http/route";
import { findOwnUpload } from "../../../lib/imports/uploads/data";
import {
  MAX_UPLOAD_BYTES,
  parseUploadMetadata,
  TOO_LARGE_MESSAGE,
  UPLOAD_EXPIRY_MS,
  uploadLengthSchema,
  uploadMetadataSchema,
} from "../../../lib/imports/uploads/schema";
import { bytesOf, type DescribedCall, emptyAnswer, type MountDescription } from "../../../lib/openapi/description";
import { accountHeader, uploadPath as path } from "../../../lib/openapi/parameters";
import { limitIdleTime, UPLOAD_IDLE_MS } from "../../http/body-limits";
import { checkMethod, type Mount } from "../../http/handler";
import { mediaTypeOf } from "../../http/read-body";
import { forHead, type TusRequest, TusServer } from "./server";
import { EXTENSIONS } from "./upload";

const version = z.literal("1.0.0").describe("Version of the protocol.");
const versionHeader = z.object({ "Tus-Resumable": version });
const requestHeaders = versionHeader.extend(accountHeader.shape);
const offset = z.string().regex(/^\d+$/).describe("The number of bytes that the server has received.");
const expires = z
  .string()
  .optional()
  .describe(`When the upload expires: ${UPLOAD_EXPIRY_MS / 86_400_000} days after it last received bytes.`);
const bytes = bytesOf(["application/offset+octet-stream"]);

const abilities = versionHeader.extend({ "Tus-Version": version, "Tus-Extension": z.string(), "Tus-Max-Size": z.string() });
const options = {
  callers: "everyone",
  description: "Returns the supported version, extensions and size.",
  answers: { 204: emptyAnswer("The headers contain the options.", abilities.partial()) },
} as const satisfies Omit<DescribedCall, "summary">;

/** The supported parts of tus 1.0: creation, creation-with-upload, termination and expiration (https://tus.io). */
const tusDescription: MountDescription = {
  tag: "Resumable uploads",
  callers: "admins",
  calls: {
    "OPTIONS /files": { ...options, summary: "Get the options of uploads" },
    "POST /files": {
      summary: "Begin an upload",
      description: `Begins an upload of at most ${MAX_UPLOAD_BYTES} bytes. The length must be known. The body, if any, contains the first bytes.`,
      headers: requestHeaders.extend({
        "Upload-Length": uploadLengthSchema.meta({ description: "Total number of bytes." }),
        "Upload-Metadata": z
          .string()
          .optional()
          .describe(
            "Comma-separated pairs of a key and a Base64 value. Keys: `filename`, `filetype`, `relativePath`, `projectName`, `uploadType` (`zip`), `nameEncoding` and `newProjectName`. `newProjectName` reserves the name of the project to create until the upload ends.",
          ),
      }),
      otherBody: { required: false, content: bytes },
      answers: {
        201: emptyAnswer(
          "The upload has begun.",
          versionHeader.extend({
            Location: z.string().describe("Address of the upload, relative to this one."),
            "Upload-Offset": offset.optional(),
            "Upload-Expires": expires,
          }),
        ),
      },
      errors: [409, 410, 423],
    },
    "OPTIONS /files/{id}": { ...options, summary: "Get the options of an upload", path, neverMissing: true },
    "HEAD /files/{id}": {
      summary: "Get the offset of an upload",
      description: "For uploads of the caller. Also returns 423 while the server can't answer; the upload is not lost.",
      path,
      headers: requestHeaders,
      answers: { 200: emptyAnswer("The offset.", versionHeader.extend({ "Upload-Offset": offset, "Upload-Length": offset })) },
      errors: [410, 423],
    },
    "PATCH /files/{id}": {
      summary: "Send bytes of an upload",
      description: "For uploads of the caller. If the request ends early, the bytes received so far are kept.",
      path,
      headers: requestHeaders.extend({ "Upload-Offset": offset }),
      otherBody: { required: true, content: bytes },
      answers: { 204: emptyAnswer("The bytes are saved.", versionHeader.extend({ "Upload-Offset": offset, "Upload-Expires": expires })) },
      errors: [409, 410, 423],
    },
    "DELETE /files/{id}": {
      summary: "Delete an upload",
      description:
        "For uploads of the caller. Returns 409 while a map is being created from the upload, and 423 while another request sends its bytes.",
      path,
      headers: requestHeaders,
      answers: { 204: emptyAnswer("The upload is deleted.", versionHeader) },
      errors: [409, 410, 423],
    },
  },
};

export const UPLOADS_PATH = "/files";

/** Methods by route. There is no GET: uploads are served as maps, never as they were sent. */
const ROUTES = {
  "/files": ["OPTIONS", "POST"],
  "/files/[id]": ["OPTIONS", "HEAD", "PATCH", "DELETE"],
} as const;

/** Returns the id in the request path, or null for the collection. @throws AppError 404 */
function findUploadId({ url = "" }: IncomingMessage): BlobKey | null {
  const [path = ""] = url.split("?", 1);
  const id = path.slice(UPLOADS_PATH.length).replace(/^\/|\/$/g, "");
  if (id === "") return null;
  const parsed = blobKeySchema.safeParse(id);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function parseCreation(ownerId: string, { headers }: IncomingMessage): NonNullable<TusRequest["creation"]> {
  if (headers["upload-defer-length"] !== undefined)
    throw new AppError("bad_request", "The length of an upload must be known when it begins.");
  const length = parseInput(uploadLengthSchema, headers["upload-length"]);
  if (length > MAX_UPLOAD_BYTES) throw new AppError("too_large", TOO_LARGE_MESSAGE);
  const header = headers["upload-metadata"];
  const metadata = header === undefined ? {} : parseUploadMetadata(String(header));
  if (!metadata) throw new AppError("bad_request", "Upload-Metadata cannot be decoded.");
  return { ownerId, length, metadata: parseInput(uploadMetadataSchema, metadata) };
}

function checkVersion({ method, headers }: IncomingMessage): void {
  if (method === "OPTIONS" || headers["tus-resumable"] === TUS_RESUMABLE) return;
  throw new AppError("precondition_failed", `Tus-Resumable must be ${TUS_RESUMABLE}.`);
}

async function handle(tus: TusServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const uploadId = findUploadId(request);
  checkMethod(request, ROUTES[uploadId === null ? "/files" : "/files/[id]"]);
  checkVersion(request);
  if (request.method === "OPTIONS") {
    response.writeHead(204, { "Tus-Max-Size": MAX_UPLOAD_BYTES, "Tus-Extension": EXTENSIONS.join(",") }).end();
    return;
  }
  const like = toRequestLike(request);
  const viewer = await requireAdmin(like, "publish");
  if (uploadId && !(await findOwnUpload(viewer, uploadId))) throw notFound();
  const creation = uploadId ? null : parseCreation(viewer.accountId, request);
  if (request.method === "PATCH" && !carriesBytes(request))
    throw new AppError("unsupported_type", "The body must be application/offset+octet-stream.");
  if (request.method === "POST" || request.method === "PATCH") limitIdleTime(request, UPLOAD_IDLE_MS);
  const answer = await tus.handle({
    request: toWebRequest(request, uploadId ? `${UPLOADS_PATH}/${uploadId}` : UPLOADS_PATH),
    id: uploadId ?? newBlobKey(),
    actor: auditActor(viewer, readClient(like)),
    creation,
  });
  await sendWebResponse(answer, response);
}

/**
 * Resumable uploads (tus 1.0 with some extensions). Only the admin who began an upload may continue it.
 * @param drainMs how long a request that must end may store what it has received
 */
export function createTusUploads(drainMs?: number): Mount {
  // Opened when the mounts are, because it reads the settings.
  let tus: TusServer | undefined;
  const open = () => new TusServer(UPLOADS_PATH, drainMs);
  return {
    path: UPLOADS_PATH,
    routes: ROUTES,
    ...tusDescription,
    open() {
      tus = open();
    },
    async handler(request, response) {
      response.setHeader("Tus-Resumable", TUS_RESUMABLE);
      response.setHeader("Tus-Version", TUS_RESUMABLE);
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Content-Type-Options", "nosniff");
      tus ??= open();
      try {
        await handle(tus, request, response);
      } catch (error) {
        throw request.method === "HEAD" ? forHead(error) : error;
      }
    },
  };
}

export const tusUploads = createTusUploads();

const BUFFERED_BYTES = 512 * 1024;

/** Media type of a body with bytes of an upload (tus 1.0, PATCH and creation-with-upload). */
const BYTES_TYPE = "application/offset+octet-stream";

/** Returns whether the body holds bytes of an upload. Media types are case-insensitive (RFC 9110 §8.3.1). */
function carriesBytes(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === BYTES_TYPE;
}

/** Returns the headers of the protocol only. The tus server refuses some that proxies add, such as two values of X-Forwarded-Proto. */
function protocolHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of toRequestLike(request).headers) {
    if (/^(?:tus-resumable|content-length|upload-.*)$/.test(name)) headers.set(name, value);
  }
  if (carriesBytes(request)) headers.set("content-type", BYTES_TYPE);
  return headers;
}

/** Converts a Node request into the web request that the tus server takes. @param path of the upload or of the collection */
function toWebRequest(request: IncomingMessage, path: string): Request {
  const { method = "GET" } = request;
  const hasBody = method === "POST" || method === "PATCH";
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const body = hasBody ? (Readable.toWeb(request, { strategy }) as ReadableStream<Uint8Array>) : null;
  // The host does not matter, and the one that the client sent may be invalid.
  const init: RequestInit & { duplex: "half" } = { method, headers: protocolHeaders(request), body, duplex: "half" };
  return new Request(`http://localhost${path}`, init);
}

/** Sends the tus server's answer without its CORS headers: uploads come from our own pages or from programs. */
async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const text = Buffer.from(await answer.text());
  for (const [name, value] of answer.headers) {
    if (!name.startsWith("access-control-")) response.setHeader(name, value);
  }
  response.writeHead(answer.status);
  response.end(text);
}
