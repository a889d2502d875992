import type { IncomingMessage } from "node:http";
import { AppError } from "../../lib/errors";

const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * Reads a body as a plain form sends it, no more of it than allowed, whatever the client says of its length.
 * @param limit in bytes
 * @throws AppError 415, 413
 */
export async function readFormBody(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new AppError("unsupported_type", `The body must be a form (Content-Type: ${FORM_TYPE}).`);
  const tooLarge = () => new AppError("too_large", "The body is too large.");
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Left early, the stream stays open: the answer still has to go out on its connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
