import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { requireManagedProject } from "../../lib/accounts/limits/policy";
import { isAdmin, requireAdmin, requireViewer } from "../../lib/accounts/sessions/policy";
import type { Viewer } from "../../lib/accounts/sessions/schema";
import { auditActor } from "../../lib/audit/mutations";
import { blobStore } from "../../lib/blobs/open";
import { type BlobKey, BlobMissingError } from "../../lib/blobs/store";
import { db } from "../../lib/db/client";
import { AppError, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { judgePreconditions } from "../../lib/http/conditional";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import {
  IMAGE_SIZE_MESSAGE,
  IMAGE_SOURCE_HEADER,
  IMAGE_TYPE_MESSAGE,
  type ImageChange,
  type ImageType,
  imageChangeSchema,
  imageTypes,
  isImageType,
  MAX_IMAGE_BYTES,
  THUMBNAIL_TYPE,
} from "../../lib/maps/images/schema";
import { makeThumbnail } from "../../lib/maps/images/thumbnail";
import { bytesAnswer, bytesOf, emptyAnswer } from "../../lib/openapi/description";
import { etagHeader, rangeHeaders } from "../../lib/openapi/parameters";
import { findMapImage, type MapImage } from "../../lib/projects/images/data";
import { type ChangedImage, chooseImage, removeImage, retryImage } from "../../lib/projects/images/mutations";
import { IMAGES_PATH, mapImage } from "../../lib/projects/present";
import { projectNotFound } from "../../lib/projects/versions/data";
import { versionIdSchema } from "../../lib/projects/versions/schema";
import { limitBytes, limitIdleTime, readChunks, withTimeLimit } from "../http/body-limits";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { checkLength, mediaTypeOf } from "../http/read-body";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];

/** Each thumbnail has a URL of its own, so browsers may cache it. */
const KEPT_SECONDS = 3_600;

/** Returns the parts of an address. `mark`: the beginning of the blob's key, which makes it unique. */
function addressOf({ url = "" }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  return { id: pathname.slice(IMAGES_PATH.length + 1), mark: searchParams.get("v"), version: searchParams.get("version") };
}

/** Finds a thumbnail. @throws AppError 404, also for a project without a thumbnail; 400 for an invalid version */
async function findImage(viewer: Viewer, { id, version }: ReturnType<typeof addressOf>): Promise<MapImage & { blobKey: BlobKey }> {
  const image = await findMapImage(viewer, id, version === null ? null : parseInput(versionIdSchema, version));
  if (!image?.blobKey) throw notFound();
  return { ...image, blobKey: image.blobKey };
}

/** Reads the bytes of a thumbnail. @throws AppError 404, also when the thumbnail was just replaced */
async function readThumbnail(blobKey: BlobKey): Promise<Buffer> {
  const store = blobStore();
  // Reading no bytes of a missing object succeeds on S3, so the size is checked first.
  const length = await store.size(blobKey);
  if (length === null) throw notFound();
  try {
    return await store.readBytes(blobKey, { offset: 0, length });
  } catch (error) {
    throw error instanceof BlobMissingError ? notFound() : error;
  }
}

async function sendImage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewer = await requireViewer(toRequestLike(request), "read");
  const address = addressOf(request);
  const image = await findImage(viewer, address);
  const name = image.blobKey.slice(0, 8);
  const etag = `"${name}"`;
  const headers: Record<string, string | number> = {
    "Cache-Control": address.mark === name ? `private, max-age=${KEPT_SECONDS}` : "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    ETag: etag,
    // Another user of the same device has another cookie.
    Vary: "Cookie, Authorization",
    "X-Content-Type-Options": "nosniff",
  };
  if (isAdmin(viewer) && image.source) headers[IMAGE_SOURCE_HEADER] = image.source;
  const verdict = judgePreconditions(request.headers, { etag, lastModified: undefined });
  if (verdict !== "send") {
    response.writeHead(verdict === "unchanged" ? 304 : 412, headers);
    response.end();
    return;
  }
  const bytes = await readThumbnail(image.blobKey);
  response.writeHead(200, { ...headers, "Content-Type": THUMBNAIL_TYPE, "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Returns the declared type of the body. @throws AppError 415 */
function declaredType(request: IncomingMessage): ImageType {
  const type = mediaTypeOf(request);
  if (!isImageType(type)) throw new AppError("unsupported_type", IMAGE_TYPE_MESSAGE);
  return type;
}

function sendChange(response: ServerResponse, id: string, message: string, { imageBlobKey }: ChangedImage): void {
  const change: ImageChange = { message, project: { _id: id, mapImage: mapImage({ id, imageBlobKey }) } };
  sendJson(response, change);
}

async function changeImage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const like = toRequestLike(request);
  const viewer = await requireAdmin(like, "write");
  const actor = auditActor(viewer, readClient(like));
  const { id } = addressOf(request);
  requireManagedProject(viewer, id, projectNotFound);
  const image = await findMapImage(viewer, id);
  if (!image) throw projectNotFound();
  if (request.method === "POST") {
    await retryImage(db(), "id", id);
    sendChange(response, id, "A thumbnail will be taken soon", { imageBlobKey: image.blobKey });
    return;
  }
  if (request.method === "DELETE") {
    sendChange(response, id, "Map picture removed successfully", await removeImage(id, actor));
    return;
  }
  const type = declaredType(request);
  const { bytes } = await makeThumbnail(await readImageBody(request), type);
  sendChange(response, id, "Map picture updated successfully", await chooseImage(id, bytes, actor));
}

const imageHeaders = etagHeader.extend({
  [IMAGE_SOURCE_HEADER]: z.string().optional().describe("For admins: the source of the thumbnail. Only a chosen one can be removed."),
});
const imageQuery = z.object({
  v: z.string().optional().describe("The value in `mapImage`. The thumbnail may then be cached for an hour."),
  version: z.string().optional().describe("For admins: the version of the map whose thumbnail is returned, as in its `mapImage`."),
});

/** Handles thumbnails of maps: users who may open a project see its thumbnail, admins change it. */
export const projectImage: Mount = {
  path: IMAGES_PATH,
  methods: METHODS,
  routes: { [`${IMAGES_PATH}/[id]`]: METHODS },
  tag: "Thumbnails of maps",
  callers: "admins",
  calls: {
    "GET /api/project/image/{id}": {
      callers: "signedIn",
      summary: "Get the thumbnail of a map",
      head: "Check the thumbnail of a map",
      description: "Returns 404 if the project isn't assigned to the caller.",
      query: imageQuery,
      headers: rangeHeaders.pick({ "If-None-Match": true }),
      answers: {
        200: bytesAnswer([THUMBNAIL_TYPE], "The thumbnail.", imageHeaders),
        304: emptyAnswer("The thumbnail has not changed.", imageHeaders),
      },
      errors: [400, 412],
    },
    "POST /api/project/image/{id}": {
      summary: "Retake the thumbnail of a map",
      description: "A worker takes the thumbnail soon. Use it after `imageProblem` of the project names a problem.",
      answer: imageChangeSchema,
    },
    "PUT /api/project/image/{id}": {
      summary: "Choose a thumbnail for a map",
      description: `The body is the image itself, of at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`,
      otherBody: { required: true, content: bytesOf(imageTypes) },
      answer: imageChangeSchema,
    },
    "DELETE /api/project/image/{id}": {
      summary: "Remove the thumbnail of a map",
      description: "Removes a chosen thumbnail. A worker then takes a new one.",
      answer: imageChangeSchema,
    },
  },
  handler: (request, response) =>
    request.method === "GET" || request.method === "HEAD" ? sendImage(request, response) : changeImage(request, response),
};

/** A client that sends nothing for this long is disconnected. Milliseconds. */
const IDLE_MS = 30_000;
/** Five megabytes take this long at 350 kbit/s. Milliseconds. */
const LIMIT_MS = 120_000;

/**
 * Reads the bytes of a thumbnail within limits of size and time.
 * @param limitMs until the last byte
 * @throws AppError 413, 400 when it takes too long
 */
export function readImageBody(request: IncomingMessage, limitMs = LIMIT_MS): Promise<Buffer> {
  const tooLarge = () => new AppError("too_large", IMAGE_SIZE_MESSAGE);
  const tooSlow = new AppError("bad_request", "Sending the picture took too long. Please try again on a faster connection.");
  checkLength(request, MAX_IMAGE_BYTES, tooLarge);
  limitIdleTime(request, IDLE_MS);
  return withTimeLimit(limitMs, tooSlow, (signal) => buffer(limitBytes(readChunks(request, signal), MAX_IMAGE_BYTES, tooLarge)));
}
