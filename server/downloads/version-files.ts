import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { methodNotAllowed } from "../../lib/errors";
import { toRequestLike } from "../../lib/http/node";
import { nameVersionState } from "../../lib/projects/versions/schema";
import { findCurrentVersion, listTreeFiles, parseProjectId } from "../../lib/versions/data";
import { startLines, untilGone, writeLines } from "../http/ndjson";

export const VERSION_FILES_PATH = "/api/project/version-files";
const METHODS = ["GET"] as const;
export const VERSION_FILES_ROUTES = { [`${VERSION_FILES_PATH}/[id]`]: METHODS };

/** Id of the project that a call below a path is about. @throws AppError 404 for what is none */
export function projectIdOf({ url = "" }: IncomingMessage, path: string): string {
  return parseProjectId((url.split("?", 1)[0] ?? "").slice(path.length + 1));
}

/**
 * GET /api/project/version-files/{id}: what the project's map is made of, to compare a folder with. A line says which version, in
 * which state, and how many files, then each file has one; a map may have a million. A project without a map has no version and no files.
 */
export async function handleVersionFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET") throw methodNotAllowed(METHODS);
  const viewer = await requireAdmin(toRequestLike(request));
  const version = await findCurrentVersion(viewer, projectIdOf(request, VERSION_FILES_PATH));
  const gone = untilGone(response);
  startLines(response);
  if (!version) {
    await writeLines(response, [{ version: null, fileCount: 0 }], gone);
    response.end();
    return;
  }
  await writeLines(response, [{ version: nameVersionState(version), fileCount: version.fileCount }], gone);
  let written = 0;
  for await (const files of listTreeFiles(version.treeId)) {
    await writeLines(response, files, gone);
    written += files.length;
  }
  // Deleted meanwhile: an answer that is cut off is better than half a list that looks whole.
  if (written !== version.fileCount) throw new Error(`Tree ${version.treeId} has ${written} files instead of ${version.fileCount}.`);
  response.end();
}
