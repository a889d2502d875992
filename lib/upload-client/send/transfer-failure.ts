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

export const BODY_LIMIT_MESSAGE = "The proxy limits the size of a request. An operator must raise client_max_body_size.";
const OFFSET_REMOVED_MESSAGE = "the proxy removes the header Upload-Offset. An operator must let it pass.";

/** An answer that tus-js-client must not read: it starts an upload over after a failed HEAD. */
class AnswerFailure extends Error {
  constructor(
    readonly status: number,
    readonly reason: string | null = null,
  ) {
    super(reason ?? `the server answered ${status}`);
  }
}

/** Our server marks every answer about an upload. Without the mark, a proxy answered, and the upload may still be there. */
function isOfProxy(response: HttpResponse): boolean {
  const status = response.getStatus();
  const isFinal = ["gone", "refused"].includes(classifyFailure(status));
  return status >= 400 && status < 500 && status !== 413 && isFinal && !response.getHeader("Tus-Resumable");
}

function lacksOffset(request: HttpRequest, response: HttpResponse): boolean {
  const status = response.getStatus();
  const hasOffset = ["HEAD", "PATCH"].includes(request.getMethod()) && status >= 200 && status < 300;
  return hasOffset && Number.isNaN(Number.parseInt(response.getHeader("Upload-Offset") ?? "", 10));
}

/** Turns answers with which tus-js-client would discard an upload, or fail without a reason, into errors. */
export function guardAnswer(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (isOfProxy(response)) throw new AnswerFailure(502);
  if (request.getMethod() === "HEAD" && status >= 400) throw new AnswerFailure(status);
  if (lacksOffset(request, response)) throw new AnswerFailure(status, OFFSET_REMOVED_MESSAGE);
}

/** Returns the HTTP status, or 0 without an answer. */
export function statusOf(error: Error | DetailedError): number {
  if (!(error instanceof DetailedError)) return 0;
  if (error.causingError instanceof AnswerFailure) return error.causingError.status;
  return error.originalResponse?.getStatus() ?? 0;
}

/** Returns true for the server's answer that its disk is full. */
export function isServerFull(error: Error | DetailedError): boolean {
  return error instanceof DetailedError && /"code":"disk_full"/.test(error.originalResponse?.getBody() ?? "");
}

/** Classifies the error of a transfer. A 409 to a creation is final: another project has the name. */
export function failureOf(error: Error | DetailedError): TransferFailure {
  const status = statusOf(error);
  const isCreation = error instanceof DetailedError && error.originalRequest?.getMethod() === "POST";
  return isCreation && status === 409 ? "refused" : classifyFailure(status);
}

/** Returns the server's message, or names the failed chunk. @param chunkBytes size of a chunk */
export function transferErrorMessage(error: Error | DetailedError, chunkBytes: number): string {
  if (!(error instanceof DetailedError)) return error.message;
  const { causingError } = error;
  const said = causingError instanceof AnswerFailure ? causingError.reason : reasonOf(error.originalResponse?.getBody() ?? "");
  if (said !== null) return said;
  const status = statusOf(error);
  if (status === 0) return "network error";
  if (status === 413) return `${failedRequest(error, chunkBytes)}. ${BODY_LIMIT_MESSAGE}`;
  return failedRequest(error, chunkBytes);
}

function failedRequest(error: DetailedError, chunkBytes: number): string {
  const status = statusOf(error);
  const { originalRequest: request } = error;
  if (request?.getMethod() !== "PATCH") return `the server answered ${status}`;
  const chunk = Math.floor(Number(request.getHeader("Upload-Offset") ?? 0) / chunkBytes) + 1;
  return `Chunk ${chunk} failed: ${status}`;
}
