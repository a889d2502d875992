import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { AppError } from "../../lib/errors";
import { parseJson, requireJsonType } from "../../lib/http/route";

/**
 * Reads and parses a JSON body, no more of it than allowed, whatever the client says of its length.
 * @param limit in bytes
 * @throws AppError 415, 413, 400
 */
export async function readJsonBody<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
  limit: number,
): Promise<z.output<Schema>> {
  requireJsonType(request.headers["content-type"]);
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
  return parseJson(Buffer.concat(chunks).toString(), schema);
}
