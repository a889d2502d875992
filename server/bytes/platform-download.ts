import { requireSuperadmin } from "../../lib/accounts/sessions/policy";
import type { SuperadminViewer } from "../../lib/accounts/sessions/schema";
import { BlobMissingError } from "../../lib/blobs/store";
import { methodNotAllowed, notFound } from "../../lib/errors";
import { findItem } from "../../lib/files/data";
import { findPlatformFile } from "../../lib/files/platform/data";
import { FILE_MANAGEMENT_PATH } from "../../lib/files/platform/schema";
import { toRequestLike } from "../../lib/http/node";
import type { FileEntry } from "../../lib/trees/data";
import { sendFile } from "../downloads/files-download";
import type { BytesHandler } from "../http/handler";

export const PLATFORM_DOWNLOAD_PATH = `${FILE_MANAGEMENT_PATH}/download/[id]`;
const METHODS = ["GET", "HEAD"] as const;
export const PLATFORM_DOWNLOAD_ROUTES = { [PLATFORM_DOWNLOAD_PATH]: METHODS };

/** @throws AppError 404 when there is no such file (any more) */
async function requireFile(viewer: SuperadminViewer, id: string): Promise<FileEntry> {
  const file = await findPlatformFile(viewer, id);
  const entry = file && (await findItem(file.scope, file.path));
  // Moved in between, and another one put in its place.
  if (entry?.kind !== "file" || entry.id !== file?.id) throw notFound("This file no longer exists.");
  return entry;
}

/** GET /api/file-management/download/{id}: any file of any map, under its own name. */
export const handlePlatformDownload: BytesHandler = async (request, response, { id = "" }) => {
  const { method = "" } = request;
  if (!METHODS.some((offered) => offered === method)) throw methodNotAllowed(METHODS);
  const viewer = await requireSuperadmin(toRequestLike(request));
  try {
    await sendFile(request, response, await requireFile(viewer, id), false);
  } catch (error) {
    // Its bytes moved between the look-up and the reading.
    if (!(error instanceof BlobMissingError) || response.headersSent) throw error;
    await sendFile(request, response, await requireFile(viewer, id), false);
  }
};
