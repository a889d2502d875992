import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { errorCode } from "../../lib/errors";
import { errorAnswer } from "../../lib/http/route";
import { logger } from "../../lib/logging/logger";
import { contextOf } from "../../lib/logging/request";
import { pathForLog } from "../../lib/logging/secrets";
import { type Message, sendMessage, sendRedirect } from "../http/message-page";

/** An answer instead of a file. */
export type Reply = Message | { location: string; headers?: Record<string, string | string[]> };

/** Returns the origins that may show any map in a frame. */
export function frameAncestors(): string {
  return `'self' ${env().appOrigin}`;
}

/** Sends a message or a redirect. @param headers of a message */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply, headers: Record<string, string> = {}): void {
  if ("location" in reply) sendRedirect(response, reply.location, reply.headers);
  else sendMessage(request, response, reply, frameAncestors(), headers);
}

/** Codes of errors that a client causes when it leaves. */
const departures: ReadonlySet<unknown> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR", "ECONNRESET", "EPIPE"]);

/** Sends the page of an error. Cuts off an answer that has begun. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    if (!departures.has(errorCode(error)))
      logger.error({ err: error, requestId: contextOf(request)?.id, path: pathForLog(request.url) }, "answer cut off");
    response.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error, contextOf(request)?.id);
  const { "Retry-After": retryAfter, "X-Request-Id": requestId } = headers;
  sendReply(
    request,
    response,
    { status, title: status === 503 ? "Not available right now" : "Something went wrong", text: body.message },
    { ...(retryAfter && { "Retry-After": retryAfter }), ...(requestId && { "X-Request-Id": requestId }) },
  );
}
