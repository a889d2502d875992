import type { IncomingMessage } from "node:http";
import { AppError } from "../../lib/errors";

/**
 * Reads a body as text, no more of it than allowed, whatever the client says of its length.
 * @param limit in bytes
 * @throws AppError 413
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
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
  return Buffer.concat(chunks).toString();
}
