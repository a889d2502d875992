import { countOf } from "./count-of";

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
type AskForProof = () => Promise<boolean>;

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

/** Returns true when the session has ended. Retrying is useless then. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}

/** Returns the server's message. Without one, returns the message for the status, or the fallback. @param byStatus 0 means unreachable */
export function serverMessage(error: unknown, fallback: string, byStatus: Readonly<Record<number, string>> = {}): string {
  if (!(error instanceof RequestError)) return fallback;
  return error.message || (byStatus[error.status] ?? fallback);
}
