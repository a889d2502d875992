import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError, diskFull, isClientAbort, isDatabaseUnavailable, isDiskFull, isStoreUnavailable, storeUnavailable } from "../errors";
import { logger } from "../logging/logger";
import { currentRequest, noteRefusal } from "../logging/request";
import type { ErrorBody } from "./error-body";

function answer(status: number, message: string, extra: Partial<ErrorBody> = {}, more: Record<string, string> = {}) {
  const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...more };
  const body: ErrorBody = { success: false, message, error: message, ...extra };
  return { status, headers, body };
}

/** Converts an error to an HTTP response, for route handlers and plain Node handlers. */
export function errorAnswer(error: unknown, requestId: string = currentRequest()?.id ?? randomUUID()): ReturnType<typeof answer> {
  if (error instanceof AppError) {
    const headers: Record<string, string> = {};
    if (error.retryAfter) headers["Retry-After"] = String(error.retryAfter);
    if (error.allow) headers["Allow"] = error.allow.join(", ");
    const { fields, reason } = error;
    return answer(error.status, error.message, { ...(reason && { code: reason }), ...(fields && { fields }) }, headers);
  }
  if (isClientAbort(error)) {
    logger.debug({ err: error, requestId }, "request aborted by the client");
    return answer(400, "The request was not sent completely.");
  }
  if (isDatabaseUnavailable(error)) {
    logger.warn({ err: error, requestId }, "database unavailable");
    return answer(503, "The service is not available right now. Please try again in a moment.", {}, { "Retry-After": "5" });
  }
  if (isStoreUnavailable(error)) {
    logger.warn({ err: error }, "object store unavailable");
    return errorAnswer(storeUnavailable(error));
  }
  if (isDiskFull(error)) {
    logger.error({ err: error, requestId }, "the disk is full");
    return errorAnswer(diskFull(error), requestId);
  }
  logger.error({ err: error, requestId }, "request failed");
  return answer(500, "Server error. Please try again later.", { requestId }, { "X-Request-Id": requestId });
}

/** Reports an error that refuses a request: 403 or 429. Every handler's errors pass here before they are answered. */
export function noteIfRefused(error: unknown): void {
  if (!(error instanceof AppError)) return;
  const { code, message } = error;
  if (code === "forbidden" || code === "too_many_requests") noteRefusal({ kind: code, reason: message });
}

/** Wraps a Next route handler and answers the errors that it throws. */
export function route<Arguments extends unknown[]>(
  handler: (...args: Arguments) => Promise<Response>,
): (...args: Arguments) => Promise<Response> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      noteIfRefused(error);
      const { status, headers, body } = errorAnswer(error);
      return Response.json(body, { status, headers });
    }
  };
}

/** Returns a message for users; those of zod are for programmers. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join(".") || "The input";
  return issue.code === "invalid_type" ? `${field} is missing or of the wrong kind.` : `${field} is not valid.`;
}

/** Parses untrusted input. @throws AppError bad_request with the first message, and every message by field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  throw new AppError("bad_request", parsed.error.issues[0]?.message ?? "Bad request.", { fields });
}

/** Largest JSON bodies, in bytes: of the calls that anyone may make, of most calls, and of those with lists of ids or paths. */
export const bodyLimits = { credentials: 16 * 1024, usual: 1024 * 1024, lists: 4 * 1024 * 1024 } as const;

/** Checks the content type. HTML forms can't send JSON. @throws AppError 415 */
export function requireJsonType(contentType: string | null | undefined): void {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json).");
}

/** Parses JSON text by a schema. @throws AppError 400 */
export function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad_request", "The body is not valid JSON.", { cause });
  }
  return parseInput(schema, value);
}

export function readQuery<Schema extends z.ZodType>({ url }: Pick<Request, "url">, schema: Schema): z.output<Schema> {
  return parseInput(schema, Object.fromEntries(new URL(url).searchParams));
}

/** Reads and parses a JSON body. @throws AppError 415 for another content type, 413 over the limit, 400 for invalid JSON or values */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit: number = bodyLimits.usual,
): Promise<z.output<Schema>> {
  requireJsonType(request.headers.get("content-type"));
  return parseJson(await readText(request, limit), schema);
}

/** Returns a JSON response without caching. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("Cache-Control", "no-store");
  return Response.json(body, { ...init, headers });
}

/** Reads a body as UTF-8 text without a byte order mark. Holds at most `limit` bytes. @throws AppError 413 over the limit */
export async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new AppError("too_large", "The body is too large.");
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return "";
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
