import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import type { AdminViewer } from "../../lib/accounts/sessions/schema";
import { auditActor } from "../../lib/audit/mutations";
import { AppError } from "../../lib/errors";
import { type FileScope, findScope } from "../../lib/files/data";
import { type FileContent, itemPathSchema, saveContentSchema } from "../../lib/files/schema";
import { ContentChangedError, readContent, saveContent } from "../../lib/files/text/content";
import { FILES_PATH } from "../../lib/files/values";
import { readClient } from "../../lib/http/client";
import { judgePreconditions } from "../../lib/http/conditional";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
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

/** Reads and saves a text file. With a stale If-Match the answer is 409 with the current ETag. */
export const filesContent: Mount = {
  path: `${FILES_PATH}/[project]/file-content`,
  methods: ["GET", "HEAD", "PUT"],
  async handler(request, response, { project = "" }) {
    const viewer = await requireAdmin(toRequestLike(request), request.method === "PUT" ? "write" : "read");
    const scope = await findScope(viewer, project);
    if (request.method === "PUT") await save(request, response, scope, viewer);
    else await sendContent(request, response, scope);
  },
};
