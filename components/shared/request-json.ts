import { z } from "zod";
import { withRetryTime } from "./retry-time";

/** An answer that is an error, or none at all. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    /** Of the answer; 0 when the server could not be reached. */
    readonly status: number,
    /** What is wrong, by the name of the field. */
    readonly fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The body of an error (DESIGN §5), as far as it is one. */
const errorBodySchema = z.object({
  message: z.string().catch(""),
  fields: z.record(z.string(), z.string()).catch({}),
});

/**
 * Asks the API.
 * @returns the parsed JSON of a good answer, for the caller to check with the schema it expects, and its headers
 * @throws RequestError with the server's message ("" when it gave none; with the time to wait, when it told one) and status; status 0 when it was not reached
 */
export async function answerOf(path: string, init: RequestInit = {}): Promise<{ body: unknown; headers: Headers }> {
  const response = await fetch(path, { cache: "no-store", ...init }).catch((cause: unknown) => {
    throw new RequestError("", 0, {}, { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { body, headers: response.headers };
  const { message, fields } = errorBodySchema.safeParse(body).data ?? { message: "", fields: {} };
  throw new RequestError(withRetryTime(message, response.headers.get("Retry-After")), response.status, fields);
}

/** As answerOf, for whom the headers say nothing. */
export async function requestJson(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await answerOf(path, init)).body;
}

/** As requestJson, with a JSON body. */
export function sendJson(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: unknown): Promise<unknown> {
  return requestJson(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}
