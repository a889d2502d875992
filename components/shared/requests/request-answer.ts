import type { z } from "zod";
import { RequestError, requestJson } from "../request-json";
import { noteLoad } from "../stale/load-times";

/** Validates a response. @throws RequestError with status 0 for an invalid one, for example from a proxy */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer);
  if (error) throw new RequestError("", 0, {}, { cause: error });
  return data;
}

/** Requests and validates an answer of the API. Notes the time, which stale lists show. */
export async function requestAnswer<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer> {
  const answer = parseAnswer(schema, await requestJson(path));
  noteLoad(path);
  return answer;
}
