import type { IncomingMessage, ServerResponse } from "node:http";
import { errorAnswer } from "../../lib/http/route";
import { logger } from "../../lib/logging/logger";
import { pathForLog } from "../observe/log-path";

/** What stands in an address for the `[name]` segments of a route, decoded. */
export type RouteParameters = Readonly<Record<string, string>>;

/** A plain Node handler: bytes never pass through Next (DESIGN §2). What it throws becomes an answer. */
export type BytesHandler = (request: IncomingMessage, response: ServerResponse, parameters: RouteParameters) => Promise<void>;

/** What is left of a refused body up to here is read and thrown away, so that the client gets to see the answer. */
const DISCARDED_BODY_LIMIT = 16 * 1024 * 1024;

/** True when it is cheaper to end the connection than to read what the client still wants to send on it. */
export function isBodyTooLongToDiscard(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (request.headers["transfer-encoding"]) return true;
  return Number(request.headers["content-length"] ?? 0) > DISCARDED_BODY_LIMIT;
}

/** So long a client that is still sending has to notice an answer. */
const LINGER_MS = 1_000;

/**
 * Ends an answer that is complete to the client, and the connection with it, a moment later. Ended at once, while bytes are on
 * their way, it would be reset, and the answer would be lost on browsers that had not read it by then.
 */
function endLater(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS);
  request.once("close", () => {
    clearTimeout(timer);
    response.end();
  });
  // What comes meanwhile is thrown away.
  request.resume();
}

/** Answers an error as DESIGN §5 has it; where the answer has begun already, ends the connection instead. */
export function answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    // A client that went away is no defect; anything else cuts the answer off, which must not look like its end.
    if (!response.destroyed) logger.error({ err: error, path: pathForLog(request.url) }, "answer cut off");
    response.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error);
  const text = Buffer.from(JSON.stringify(body));
  const isCutShort = isBodyTooLongToDiscard(request);
  if (isCutShort) response.setHeader("Connection", "close");
  response.writeHead(status, { ...headers, "X-Content-Type-Options": "nosniff", "Content-Length": text.length });
  if (request.method !== "HEAD") response.write(text);
  if (isCutShort) endLater(request, response);
  else response.end();
}

/** Runs a handler to its end; never rejects. */
export async function runHandler(handler: () => Promise<void>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler();
  } catch (error) {
    answerError(request, response, error);
  }
}
