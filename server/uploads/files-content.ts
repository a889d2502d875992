import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import type { AdminViewer } from "../../lib/accounts/sessions/schema";
import { auditActor } from "../../lib/audit/mutations";
import { AppError } from "../../lib/errors";
import { type FileScope, findScope } from "../../lib/files/data";
import {
  EDITABLE_BYTES,
  type FileContent,
  fileContentSchema,
  itemPathSchema,
  saveContentSchema,
  savedContentSchema,
} from "../../lib/files/schema";
import { ContentChangedError, readContent, saveContent } from "../../lib/files/text/content";
import { FILES_PATH } from "../../lib/files/values";
import { readClient } from "../../lib/http/client";
import { judgePreconditions } from "../../lib/http/conditional";
import { errorBodySchema } from "../../lib/http/error-body";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import { jsonAnswer } from "../../lib/openapi/description";
import { etagHeader, filePathSchema } from "../../lib/openapi/parameters";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { untilGone } from "../http/ndjson";
import { readJsonBody } from "../http/read-body";

/** A text of 5 MB whose every character is escaped in JSON. Bytes. */
const BODY_BYTES = 32 * 1024 * 1024;

async function sendContent(request: IncomingMessage, response: ServerResponse, scope: FileScope): Promise<void> {
  const path = new URL(toRequestLike(request).url).searchParams.get("filePath");
  if (path === null) throw new AppError("bad_request", "filePath is missing.");
  const { file, text, etag } = await readContent(scope, parseInput(itemPathSchema, path), untilGone(response));
  const { content, encoding, hasByteOrderMark } = text;
  const modified = file.modifiedAt.toISOString();
  const body: FileContent = { success: true, content, encoding, hasByteOrderMark, size: file.size, modified };
  sendJson(response, body, { headers: { ETag: etag } });
}

async function save(request: IncomingMessage, response: ServerResponse, scope: FileScope, viewer: AdminViewer): Promise<void> {
  const like = toRequestLike(request);
  const { filePath: path, content, encoding } = await readJsonBody(request, saveContentSchema, BODY_BYTES);
  const { "if-match": ifMatch } = request.headers;
  const mayReplace = (etag: string) => judgePreconditions({ "if-match": ifMatch }, { etag, lastModified: undefined }) === "send";
  const actor = auditActor(viewer, readClient(like));
  try {
    const etag = await saveContent(scope, { path, content, encoding, mayReplace }, actor, untilGone(response));
    sendJson(response, { success: true, message: "File saved successfully", etag }, { headers: { ETag: etag } });
  } catch (error) {
    if (!(error instanceof ContentChangedError)) throw error;
    const { message, etag } = error;
    sendJson(response, { success: false, message, error: message, etag }, { status: 409, headers: { ETag: etag } });
  }
}

const changedSchema = errorBodySchema.extend({ etag: z.string().optional().describe("ETag of the saved content.") });

/** Reads and saves a text file. With a stale If-Match the answer is 409 with the current ETag. */
export const filesContent: Mount = {
  path: `${FILES_PATH}/[project]/file-content`,
  methods: ["GET", "HEAD", "PUT"],
  tag: "Files of a map",
  callers: "admins",
  calls: {
    "GET /api/files/{project}/file-content": {
      summary: "Read a text file",
      head: "Check a text file",
      description: `Returns a text file of up to ${EDITABLE_BYTES} bytes.`,
      query: z.object({ filePath: filePathSchema }),
      answers: { 200: jsonAnswer(fileContentSchema, "The text.", etagHeader) },
      errors: [409, 413, 415],
    },
    "PUT /api/files/{project}/file-content": {
      summary: "Save a text file",
      description: "Keeps encoding and line endings. With `If-Match`, never overwrites another user's change.",
      headers: z.object({ "If-Match": z.string().optional().describe("ETag of the content that you have changed.") }),
      body: saveContentSchema,
      example: { filePath: "index.html", content: "<h1>Harbour</h1>" },
      answers: { 200: jsonAnswer(savedContentSchema, "The file is saved.", etagHeader) },
      errors: [422],
      otherErrors: { 409: jsonAnswer(changedSchema, "Another user has saved the file, or the path is a folder.") },
    },
  },
  async handler(request, response, { project = "" }) {
    const viewer = await requireAdmin(toRequestLike(request), request.method === "PUT" ? "write" : "read");
    const scope = await findScope(viewer, project);
    if (request.method === "PUT") await save(request, response, scope, viewer);
    else await sendContent(request, response, scope);
  },
};
