/** An answer that is an error, or none at all. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    /** Of the answer; 0 when the server could not be reached. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

function messageOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("message" in body)) return "";
  return typeof body.message === "string" ? body.message : "";
}

/**
 * Asks the API.
 * @returns the parsed JSON of a good answer, for the caller to check with the schema it expects
 * @throws RequestError with the server's message ("" when it gave none) and status; status 0 when it was not reached
 */
export async function requestJson(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(path, { cache: "no-store", ...init }).catch((cause: unknown) => {
    throw new RequestError("", 0, { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new RequestError(messageOf(body), response.status);
  return body;
}
