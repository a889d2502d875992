import type { IncomingMessage, ServerResponse } from "node:http";
import { methodNotAllowed } from "../../lib/errors";
import { errorAnswer, noteIfRefused } from "../../lib/http/route";
import { logger } from "../../lib/logging/logger";
import { pathForLog } from "../../lib/logging/secrets";
import type { MountDescription } from "../../lib/openapi/description";
import { DATA_HEADERS } from "./json-answer";

export type RouteParameters = Readonly<Record<string, string>>;

/** A plain Node handler, whose errors become answers. Bytes never pass through Next (docs/decisions/0002). */
export type BytesHandler = (request: IncomingMessage, response: ServerResponse, parameters: RouteParameters) => Promise<void>;

/** A handler, the paths that it answers instead of Next, and what the API document says about them. */
export interface Mount extends Partial<MountDescription> {
  /** A path, which includes all below it, or a pattern with `[name]` segments. */
  path: string;
  methods?: readonly string[];
  /** Offered methods by route, where the routes are not just {@link path}. */
  routes?: Readonly<Record<string, readonly string[]>>;
  open?(): void;
  handler: BytesHandler;
}

/** Checks the method of a request. @throws AppError 405 */
export function checkMethod({ method = "" }: IncomingMessage, offered: readonly string[]): void {
  if (!offered.includes(method)) throw methodNotAllowed(offered);
}

/** The rest of a refused body up to this size is read and discarded, so that the client can read the answer. */
const DISCARDED_BODY_LIMIT = 16 * 1024 * 1024;

/** Returns true when closing the connection is cheaper than reading the rest of the body. */
export function isBodyTooLongToDiscard(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (request.headers["transfer-encoding"]) return true;
  return Number(request.headers["content-length"] ?? 0) > DISCARDED_BODY_LIMIT;
}

const LINGER_MS = 1_000;

/** Ends the response later: closing while the client sends resets the connection, and browsers lose the unread answer. */
function endLater(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS);
  request.once("close", () => {
    clearTimeout(timer);
    response.end();
  });
}

/** Answers an error as JSON. When the answer has already begun, destroys the connection instead. */
export function answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  noteIfRefused(error);
  if (response.destroyed) {
    logger.debug({ err: error, path: pathForLog(request.url) }, "connection closed before the answer");
    return;
  }
  if (response.headersSent) {
    logger.error({ err: error, path: pathForLog(request.url) }, "answer cut off");
    response.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error);
  const text = Buffer.from(JSON.stringify(body));
  const isCutShort = isBodyTooLongToDiscard(request);
  if (isCutShort) response.setHeader("Connection", "close");
  response.writeHead(status, { ...headers, ...DATA_HEADERS, "Content-Length": text.length });
  if (request.method !== "HEAD") response.write(text);
  if (isCutShort) endLater(request, response);
  else response.end();
  // Node discards the rest of a body only when nothing of it was read.
  request.resume();
}

/** Runs a handler and answers its errors. Never rejects. */
export async function runHandler(handler: () => Promise<void>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler();
  } catch (error) {
    answerError(request, response, error);
  }
}
