import { DetailedError, type HttpRequest, type HttpResponse } from "tus-js-client";

/** `busy`: try again. `away`: the server is unavailable. `gone`: the upload doesn't exist. `refused`: another try would fail too. */
export type TransferFailure = "network" | "busy" | "away" | "session" | "gone" | "refused";

/** Classifies an HTTP status. @param status 0 without an answer */
export function classifyFailure(status: number): TransferFailure {
  switch (status) {
    case 0:
      return "network";
    case 401:
      return "session";
    case 404:
    case 410:
      return "gone";
    case 408:
    case 409:
    case 423:
    case 429:
      return "busy";
    case 502:
    case 503:
    case 504:
      return "away";
    default:
      return "refused";
  }
}

/** Returns the message of an error body: `{ message }`, `{ error }` or plain text; null without one. */
export function reasonOf(body: string): string | null {
  const text = body.trim();
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) {
      if ("message" in value && typeof value.message === "string") return value.message;
      if ("error" in value && typeof value.error === "string") return value.error;
    }
    return null;
  } catch {
    // A proxy returned an HTML page.
    return text.startsWith("<") || text.length > 300 ? null : text;
  }
}

/** A failed HEAD request. Throwing it keeps the upload, which tus-js-client would start over. */
class HeadFailure extends Error {
  constructor(readonly status: number) {
    super(`HEAD answered ${status}`);
  }
}

/** Makes a failed HEAD an error instead of a new upload. */
export function guardHead(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() === "HEAD" && status >= 400) throw new HeadFailure(status);
}

/** Returns the HTTP status, or 0 without an answer. */
export function statusOf(error: Error | DetailedError): number {
  if (!(error instanceof DetailedError)) return 0;
  if (error.causingError instanceof HeadFailure) return error.causingError.status;
  return error.originalResponse?.getStatus() ?? 0;
}

/** Returns the server's message, or names the failed chunk. @param chunkBytes size of a chunk */
export function transferErrorMessage(error: Error | DetailedError, chunkBytes: number): string {
  if (!(error instanceof DetailedError)) return error.message;
  const said = reasonOf(error.originalResponse?.getBody() ?? "");
  if (said !== null) return said;
  const status = statusOf(error);
  if (status === 0) return "network error";
  const { originalRequest: request } = error;
  if (request?.getMethod() !== "PATCH") return `the server answered ${status}`;
  const chunk = Math.floor(Number(request.getHeader("Upload-Offset") ?? 0) / chunkBytes) + 1;
  return `Chunk ${chunk} failed: ${status}`;
}
