import type { z } from "zod";
import { countOf } from "./count-of";
import { noteLoad } from "./stale/load-times";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function formatWait(seconds: number): string {
  if (seconds < MINUTE) return countOf(seconds, ["second", "seconds"]);
  if (seconds <= HOUR) return countOf(Math.ceil(seconds / MINUTE), ["minute", "minutes"]);
  return countOf(Math.ceil(seconds / HOUR), ["hour", "hours"]);
}

/** Replaces "try again later" in a message with the time from Retry-After, when that header is in seconds. */
export function withRetryTime(message: string, retryAfter: string | null): string {
  if (!retryAfter || !/^[1-9]\d{0,8}$/.test(retryAfter)) return message;
  return message.replace(/ try again later\.$/, ` try again in ${formatWait(Number(retryAfter))}.`);
}

export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    readonly status: number,
    readonly fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Reads the JSON body of an API error. Missing or invalid parts become empty. The sign-in screen does without a library for this. */
function readErrorBody(body: unknown): Pick<RequestError, "message" | "fields"> {
  const { message, fields } = (body ?? {}) as Record<"message" | "fields", unknown>;
  const texts = Object.entries(fields ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { message: typeof message === "string" ? message : "", fields: Object.fromEntries(texts) };
}

/** Asks the person to prove who they are. @returns false when they don't */
export type AskForProof = () => Promise<boolean>;

let askForProof: AskForProof | null = null;

/** Sets who asks for a proof when the server wants one. @param ask null: nothing can ask any more */
export function onProofNeeded(ask: AskForProof | null): void {
  askForProof = ask;
}

/** Asks the person to prove who they are. @returns false when they don't */
export async function askToProve(): Promise<boolean> {
  return (await askForProof?.()) ?? false;
}

/**
 * Calls the API. A call that needs a proof of identity is repeated after it.
 * @returns unvalidated JSON and headers
 * @throws RequestError with the server's message; status 0 when unreachable
 */
export async function requestWithHeaders(path: string, init: RequestInit = {}): Promise<Answer> {
  try {
    return await requestOnce(path, init);
  } catch (error) {
    const needsProof = error instanceof RequestError && error.status === 403 && "proof" in error.fields;
    if (needsProof && (await askToProve())) return requestOnce(path, init);
    throw error;
  }
}

interface Answer {
  body: unknown;
  headers: Headers;
}

async function requestOnce(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, { cache: "no-store", ...init }).catch((cause: unknown) => {
    throw new RequestError("", 0, {}, { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { body, headers: response.headers };
  const { message, fields } = readErrorBody(body);
  throw new RequestError(withRetryTime(message, response.headers.get("Retry-After")), response.status, fields);
}

export async function requestJson(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await requestWithHeaders(path, init)).body;
}

export function sendJson(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: unknown): Promise<unknown> {
  return requestJson(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

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

/** Downloads a file. @param name of the file, else the server names it @throws RequestError when the server refuses it */
export async function startDownload(address: string, name = ""): Promise<void> {
  // An answer that is an error would otherwise be saved as the file, or take the place of the page.
  await requestWithHeaders(address, { method: "HEAD" }).catch((error: unknown) => {
    // A response to HEAD has no body. GET returns the error message.
    if (error instanceof RequestError && error.status !== 0) return requestWithHeaders(address);
    throw error;
  });
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
