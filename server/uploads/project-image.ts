import type { IncomingMessage, ServerResponse } from "node:http";
import { isAdmin, requireAdmin, requireViewer } from "../../lib/accounts/sessions/policy";
import type { Viewer } from "../../lib/accounts/sessions/schema";
import { auditActor } from "../../lib/audit/mutations";
import { blobStore } from "../../lib/blobs/open";
import { type BlobKey, BlobMissingError } from "../../lib/blobs/store";
import { AppError, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { judgePreconditions } from "../../lib/http/conditional";
import { toRequestLike } from "../../lib/http/node";
import { makePicture } from "../../lib/maps/images/picture";
import {
  IMAGE_SOURCE_HEADER,
  IMAGE_TYPE_MESSAGE,
  type ImageChange,
  type ImageType,
  isImageType,
  PICTURE_TYPE,
} from "../../lib/maps/images/schema";
import { findMapImage, type MapImage } from "../../lib/projects/images/data";
import { type ChangedImage, chooseImage, removeImage } from "../../lib/projects/images/mutations";
import { IMAGES_PATH, mapImage } from "../../lib/projects/present";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { mediaTypeOf } from "../http/read-body";
import { readImageBody } from "./image-body";

const METHODS = ["GET", "HEAD", "PUT", "DELETE"];

/** Each thumbnail has a URL of its own, so browsers may cache it. */
const KEPT_SECONDS = 3_600;

function addressOf({ url = "" }: IncomingMessage): { id: string; version: string | null } {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  return { id: pathname.slice(IMAGES_PATH.length + 1), version: searchParams.get("v") };
}

/** Finds a thumbnail. @throws AppError 404, also for a project without a thumbnail */
async function findImage(viewer: Viewer, id: string): Promise<MapImage & { blobKey: BlobKey }> {
  const image = await findMapImage(viewer, id);
  if (!image?.blobKey) throw notFound();
  return { ...image, blobKey: image.blobKey };
}

/** Reads the bytes of a thumbnail. @throws AppError 404, also when the thumbnail was just replaced */
async function readPicture(blobKey: BlobKey): Promise<Buffer> {
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
  const viewer = await requireViewer(toRequestLike(request));
  const { id, version } = addressOf(request);
  const image = await findImage(viewer, id);
  const name = image.blobKey.slice(0, 8);
  const etag = `"${name}"`;
  const headers: Record<string, string | number> = {
    "Cache-Control": version === name ? `private, max-age=${KEPT_SECONDS}` : "private, no-cache",
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
  const bytes = await readPicture(image.blobKey);
  response.writeHead(200, { ...headers, "Content-Type": PICTURE_TYPE, "Content-Length": bytes.length });
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
  const viewer = await requireAdmin(like);
  const actor = auditActor(viewer, readClient(like));
  const { id } = addressOf(request);
  if (!(await findMapImage(viewer, id))) throw notFound("Project not found.");
  if (request.method === "DELETE") {
    sendChange(response, id, "Map picture removed successfully", await removeImage(id, actor));
    return;
  }
  const type = declaredType(request);
  const { bytes } = await makePicture(await readImageBody(request), type);
  sendChange(response, id, "Map picture updated successfully", await chooseImage(id, bytes, actor));
}

/** Handles thumbnails of maps: users who may open a project see its thumbnail, admins change it. */
export const projectImage: Mount = {
  path: IMAGES_PATH,
  methods: METHODS,
  routes: { [`${IMAGES_PATH}/[id]`]: METHODS },
  handler: (request, response) =>
    request.method === "GET" || request.method === "HEAD" ? sendImage(request, response) : changeImage(request, response),
};
