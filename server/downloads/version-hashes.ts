import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { AppError } from "../../lib/errors";
import { toRequestLike } from "../../lib/http/node";
import { linesAnswer } from "../../lib/openapi/description";
import { findCurrentVersion, isVersionOf } from "../../lib/projects/versions/data";
import { hashFiles } from "../../lib/projects/versions/hash-files";
import { versionHashesSchema, versionHashSchema } from "../../lib/projects/versions/schema";
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

export const versionHashes: Mount = {
  path: PATH,
  methods: METHODS,
  routes: { [`${PATH}/[id]`]: METHODS },
  tag: "Versions of maps",
  callers: "admins",
  calls: {
    "POST /api/project/version-hashes/{id}": {
      summary: "Hash files of a map",
      description:
        "Returns a line of JSON for each path as soon as the file is read, so that a client can compare a folder before it uploads. Empty lines keep the connection alive. Changes nothing.",
      body: versionHashesSchema,
      example: { version: "12.3", paths: ["index.html"] },
      answers: { 200: linesAnswer(versionHashSchema, "One line: the SHA-256 in hexadecimal, or null if the file does not exist.") },
      errors: [409],
    },
  },
  handler: sendHashes,
};
