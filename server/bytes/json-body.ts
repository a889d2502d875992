import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { parseJson, requireJsonType } from "../../lib/http/route";
import { readBody } from "./read-body";

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
  return parseJson(await readBody(request, limit), schema);
}
