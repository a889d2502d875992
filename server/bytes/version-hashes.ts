import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { AppError, methodNotAllowed } from "../../lib/errors";
import { toRequestLike } from "../../lib/http/node";
import { hashFiles } from "../../lib/projects/versions/hash-files";
import { versionHashesSchema } from "../../lib/projects/versions/schema";
import { findCurrentVersion, isVersionOf } from "../../lib/versions/data";
import { projectIdOf } from "../downloads/version-files";
import { showLife, startLines, untilGone, writeLines } from "../http/ndjson";
import { readJsonBody } from "./json-body";

export const VERSION_HASHES_PATH = "/api/project/version-hashes";
const METHODS = ["POST"] as const;
export const VERSION_HASHES_ROUTES = { [`${VERSION_HASHES_PATH}/[id]`]: METHODS };

/** As many of the longest paths as may be asked for, quoted. */
const BODY_LIMIT = 16 * 1024 * 1024;

/**
 * POST /api/project/version-hashes/{id} `{ version, paths }`: SHA-256 of files of a map, a line each as they are read, so that a
 * folder can be compared with it before anything is uploaded. It writes nothing; it is a POST for the length of what is asked.
 */
export async function handleVersionHashes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") throw methodNotAllowed(METHODS);
  const viewer = await requireAdmin(toRequestLike(request));
  const projectId = projectIdOf(request, VERSION_HASHES_PATH);
  const { version, paths } = await readJsonBody(request, versionHashesSchema, BODY_LIMIT);
  if (!(await isVersionOf(viewer, projectId, version))) {
    // A project that is gone is another matter than a map that was dropped or edited.
    await findCurrentVersion(viewer, projectId);
    throw new AppError("conflict", "The map was changed meanwhile. Please compare the folder again.");
  }
  const gone = untilGone(response);
  startLines(response);
  const stop = showLife(response);
  try {
    for await (const hashes of hashFiles(version.treeId, paths, gone)) await writeLines(response, hashes, gone);
  } finally {
    stop();
  }
  response.end();
}
