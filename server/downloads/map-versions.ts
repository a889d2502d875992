import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import type { AdminViewer } from "../../lib/accounts/sessions/schema";
import { AppError } from "../../lib/errors";
import { toRequestLike } from "../../lib/http/node";
import { linesAnswer } from "../../lib/openapi/description";
import { findCurrentVersion, isVersionOf, parseProjectId } from "../../lib/projects/versions/data";
import { hashFiles } from "../../lib/projects/versions/hash-files";
import {
  nameVersionState,
  versionFileSchema,
  versionHashesSchema,
  versionHashSchema,
  versionHeadSchema,
} from "../../lib/projects/versions/schema";
import { listTreeFiles } from "../../lib/trees/subtrees/tree-files";
import type { Mount } from "../http/handler";
import { sendKeepAlive, startLines, untilGone, writeLines } from "../http/ndjson";
import { readJsonBody } from "../http/read-body";

const PATH = "/api/project/version-files";
const METHODS = ["GET"];

/** Returns the project id at the end of a path. @throws AppError as parseProjectId */
function projectIdOf(viewer: AdminViewer, { url = "" }: IncomingMessage, path: string): string {
  return parseProjectId(viewer, (url.split("?", 1)[0] ?? "").slice(path.length + 1));
}

async function sendFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewer = await requireAdmin(toRequestLike(request), "publish-read");
  const version = await findCurrentVersion(viewer, projectIdOf(viewer, request, PATH));
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
  // A map deleted meanwhile aborts the answer, since half a list would look complete.
  if (written !== version.fileCount) throw new Error(`Tree ${version.treeId} has ${written} files instead of ${version.fileCount}.`);
  response.end();
}

export const versionFiles: Mount = {
  path: PATH,
  methods: METHODS,
  routes: { [`${PATH}/[id]`]: METHODS },
  tag: "Versions of maps",
  callers: "admins",
  calls: {
    "GET /api/project/version-files/{id}": {
      summary: "List the files of a map",
      description:
        "Returns lines of JSON. The first line contains the version and the number of files. Each other line contains a file. A map can have a million files.",
      answers: { 200: linesAnswer(z.union([versionHeadSchema, versionFileSchema]), "One line.") },
    },
  },
  handler: sendFiles,
};

const HASHES_PATH = "/api/project/version-hashes";
const HASHES_METHODS = ["POST"];

const BODY_LIMIT = 16 * 1024 * 1024;

async function sendHashes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewer = await requireAdmin(toRequestLike(request), "publish-read");
  const projectId = projectIdOf(viewer, request, HASHES_PATH);
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
  path: HASHES_PATH,
  methods: HASHES_METHODS,
  routes: { [`${HASHES_PATH}/[id]`]: HASHES_METHODS },
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
