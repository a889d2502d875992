import type { IncomingMessage } from "node:http";
import { AppError } from "../../lib/errors";
import { readBody } from "./read-body";

const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * Reads a body as a plain form sends it, no more of it than allowed, whatever the client says of its length.
 * @param limit in bytes
 * @throws AppError 415, 413
 */
export async function readFormBody(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new AppError("unsupported_type", `The body must be a form (Content-Type: ${FORM_TYPE}).`);
  return new URLSearchParams(await readBody(request, limit));
}
