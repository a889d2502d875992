import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError, diskFull, isDatabaseAway, isDiskFull, isStoreAway, storeAway } from "../errors";
import { logger } from "../logging/logger";
import { currentRequest } from "../logging/request";
import { readText } from "./body";
import type { ErrorBody } from "./error-body";

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

function answer(status: number, message: string, extra: Partial<ErrorBody> = {}, headers: Record<string, string> = {}): ErrorAnswer {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
    body: { success: false, message, error: message, ...extra },
  };
}

/**
 * The one place where an error becomes an HTTP answer, for route handlers and plain Node handlers alike.
 * @param requestId of the request that it happened in
 */
export function errorAnswer(error: unknown, requestId: string = currentRequest()?.id ?? randomUUID()): ErrorAnswer {
  if (error instanceof AppError) {
    const headers: Record<string, string> = {};
    if (error.retryAfter) headers["Retry-After"] = String(error.retryAfter);
    if (error.allow) headers["Allow"] = error.allow.join(", ");
    return answer(error.status, error.message, error.fields ? { fields: error.fields } : {}, headers);
  }
  if (isDatabaseAway(error)) {
    logger.warn({ err: error, requestId }, "database away");
    return answer(503, "The service is not available right now. Please try again in a moment.", {}, { "Retry-After": "5" });
  }
  if (isStoreAway(error)) {
    logger.warn({ err: error }, "object store away");
    return errorAnswer(storeAway(error));
  }
  if (isDiskFull(error)) {
    logger.error({ err: error, requestId }, "the disk is full");
    return errorAnswer(diskFull(error), requestId);
  }
  logger.error({ err: error, requestId }, "request failed");
  return answer(500, "Server error. Please try again later.", { requestId }, { "X-Request-Id": requestId });
}

/** Wraps a Next route handler: what it throws becomes the answer of DESIGN §5. */
export function route<Arguments extends unknown[]>(
  handler: (...args: Arguments) => Promise<Response>,
): (...args: Arguments) => Promise<Response> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      const { status, headers, body } = errorAnswer(error);
      return Response.json(body, { status, headers });
    }
  };
}

/** Where a schema says nothing by itself, the parser's words are for programmers: "Invalid input: expected string, received undefined". */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join(".") || "The input";
  return issue.code === "invalid_type" ? `${field} is missing or of the wrong kind.` : `${field} is not valid.`;
}

/**
 * Parses what came from outside.
 * @throws AppError bad_request with the first message, and every message by field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  throw new AppError("bad_request", parsed.error.issues[0]?.message ?? "Bad request.", { fields });
}

/** JSON bodies are small here; whatever is larger is no call of ours. */
const JSON_BODY_LIMIT = 4 * 1024 * 1024;

/** @throws AppError 415 for another content type, so that no plain HTML form can post */
export function requireJsonType(contentType: string | null | undefined): void {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json).");
}

/** @throws AppError 400 for what is not JSON or does not fit */
export function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad_request", "The body is not valid JSON.", { cause });
  }
  return parseInput(schema, value);
}

/**
 * Reads and parses a JSON body.
 * @throws AppError 415 for another content type, 413 over 4 MiB, 400 for what is not JSON or does not fit.
 */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  requireJsonType(request.headers.get("content-type"));
  return parseJson(await readText(request, JSON_BODY_LIMIT), schema);
}

/** JSON answers of the API are personal and change at any time: nobody keeps them. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("Cache-Control", "no-store");
  return Response.json(body, { ...init, headers });
}
