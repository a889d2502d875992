import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { toRequestLike } from "../../lib/http/node";
import { linesAnswer } from "../../lib/openapi/description";
import { findCurrentVersion, parseProjectId } from "../../lib/projects/versions/data";
import { nameVersionState, versionFileSchema, versionHeadSchema } from "../../lib/projects/versions/schema";
import { listTreeFiles } from "../../lib/trees/subtrees/tree-files";
import type { Mount } from "../http/handler";
import { startLines, untilGone, writeLines } from "../http/ndjson";

const PATH = "/api/project/version-files";
const METHODS = ["GET"];

/** Returns the project id at the end of a path. @throws AppError 404 */
export function projectIdOf({ url = "" }: IncomingMessage, path: string): string {
  return parseProjectId((url.split("?", 1)[0] ?? "").slice(path.length + 1));
}

async function sendFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewer = await requireAdmin(toRequestLike(request), "publish-read");
  const version = await findCurrentVersion(viewer, projectIdOf(request, PATH));
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
