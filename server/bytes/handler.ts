import type { IncomingMessage, ServerResponse } from "node:http";
import { errorAnswer } from "../../lib/http/route";
import { logger } from "../../lib/logger";

/** A plain Node handler: bytes never pass through Next (DESIGN §2). What it throws becomes an answer. */
export type BytesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What is left of a refused body up to here is read and thrown away, so that the client gets to see the answer. */
const DISCARDED_BODY_LIMIT = 16 * 1024 * 1024;

/** True when it is cheaper to end the connection than to read what the client still wants to send on it. */
export function isBodyTooLongToDiscard(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (request.headers["transfer-encoding"]) return true;
  return Number(request.headers["content-length"] ?? 0) > DISCARDED_BODY_LIMIT;
}

/** Answers an error as DESIGN §5 has it; where the answer has begun already, ends the connection instead. */
export function answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    // A client that went away is no defect; anything else cuts the answer off, which must not look like its end.
    if (!response.destroyed) logger.error({ err: error, path: request.url }, "answer cut off");
    response.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error);
  const text = Buffer.from(JSON.stringify(body));
  if (isBodyTooLongToDiscard(request)) response.setHeader("Connection", "close");
  response.writeHead(status, { ...headers, "X-Content-Type-Options": "nosniff", "Content-Length": text.length });
  response.end(request.method === "HEAD" ? undefined : text);
}

/** Runs a handler to its end; never rejects. */
export async function runHandler(handler: BytesHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler(request, response);
  } catch (error) {
    answerError(request, response, error);
  }
}
