import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { AppError } from "../../lib/errors";
import { parseJson, requireJsonType } from "../../lib/http/route";
import { limitBodyTime, limitBytes } from "./body-limits";

/** Up to 32 MiB over a slow line. Only authorized users get this far. Milliseconds. */
const LARGE_BODY_LIMIT_MS = 600_000;

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Returns the media type of the body in lower case, without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export function checkLength({ headers }: IncomingMessage, limit: number, tooLarge: () => AppError): void {
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge();
}

async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const tooLarge = () => new AppError("too_large", "The body is too large.");
  checkLength(request, limit, tooLarge);
  limitBodyTime(request, LARGE_BODY_LIMIT_MS);
  // The stream stays open after a refusal: the answer still has to be sent on its connection.
  return (await buffer(limitBytes(request.iterator({ destroyOnReturn: false }), limit, tooLarge))).toString();
}

/** Reads the body of a plain HTML form. @param limit in bytes, regardless of Content-Length @throws AppError 415, 413 */
export async function readFormBody(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== FORM_TYPE) throw new AppError("unsupported_type", `The body must be a form (Content-Type: ${FORM_TYPE}).`);
  return new URLSearchParams(await readBody(request, limit));
}

/** Reads and parses a JSON body. @param limit in bytes, regardless of Content-Length @throws AppError 415, 413, 400 */
export async function readJsonBody<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
  limit: number,
): Promise<z.output<Schema>> {
  requireJsonType(request.headers["content-type"]);
  return parseJson(await readBody(request, limit), schema);
}
