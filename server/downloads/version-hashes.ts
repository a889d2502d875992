import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { AppError } from "../../lib/errors";
import { toRequestLike } from "../../lib/http/node";
import { findCurrentVersion, isVersionOf } from "../../lib/projects/versions/data";
import { hashFiles } from "../../lib/projects/versions/hash-files";
import { versionHashesSchema } from "../../lib/projects/versions/schema";
import type { Mount } from "../http/handler";
import { sendKeepAlive, startLines, untilGone, writeLines } from "../http/ndjson";
import { readJsonBody } from "../http/read-body";
import { projectIdOf } from "./version-files";

const PATH = "/api/project/version-hashes";
const METHODS = ["POST"];

const BODY_LIMIT = 16 * 1024 * 1024;

async function sendHashes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewer = await requireAdmin(toRequestLike(request), "publish-read");
  const projectId = projectIdOf(request, PATH);
  const { version, paths } = await readJsonBody(request, versionHashesSchema, BODY_LIMIT);
  if (!(await isVersionOf(viewer, projectId, version))) {
    // 404 when the project is deleted.
    await findCurrentVersion(viewer, projectId);
    throw new AppError("conflict", "The map was changed meanwhile. Please compare the folder again.");
  }
  const gone = untilGone(response);
  startLines(response);
  const stop = sendKeepAlive(response);
  try {
    for await (const hashes of hashFiles(version.treeId, paths, gone)) await writeLines(response, hashes, gone);
  } finally {
    stop();
  }
  response.end();
}

/** POST /api/project/version-hashes/{id} `{ version, paths }`: SHA-256 of files as NDJSON. It writes nothing. */
export const versionHashes: Mount = { path: PATH, methods: METHODS, routes: { [`${PATH}/[id]`]: METHODS }, handler: sendHashes };
